import { setTimeout as delay } from 'node:timers/promises';
import { type RequestContext, tokensRpc as rpc, TOKEN_PACKS } from '@candid/contracts';
import { uuidOf } from '@candid/event-store';
import { CLOCK, type Clock, metadataOfRequest, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { purchaseKey } from '../ledger/posted-transfers.js';
import { BalanceQuery, BookedTransfers } from '../ledger/read-model.js';
import {
  type CheckoutCommand,
  invalidAmount,
  type KnownCheckout,
  notPaid,
  otherPrice,
  paymentsDisabled,
} from './checkout.js';
import { Checkouts, findOwnCheckout, listPurchases } from './checkouts.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from './payment-provider.js';

/** Packs of tokens, and a user's checkouts. */
@Controller()
export class Purchases {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly database: Database,
    private readonly booked: BookedTransfers,
    private readonly balances: BalanceQuery,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.listPacks)
  listPacks() {
    return { packs: TOKEN_PACKS.map((pack) => ({ ...pack, enabled: this.provider.isEnabled })) };
  }

  /**
   * Opens the provider's page for a pack, once per request key. Records the order first, so that every notification
   * finds it, even after a crash. Throws DomainError `VALIDATION_FAILED`, `PAYMENTS_DISABLED`,
   * `IDEMPOTENCY_KEY_REUSED`, `UNAVAILABLE`.
   */
  @RpcHandler(rpc.createCheckout)
  async createCheckout(request: Sent<typeof rpc.createCheckout>, context: RequestContext) {
    const { userId } = request;
    const checkoutId = uuidOf(`checkout ${requestKeyOf(context)}`);
    const order = { userId, ...this.packOf(request) };
    const run = (command: CheckoutCommand) => this.checkouts.run(checkoutId, command, metadataOfRequest(context));
    const requested = await run({ type: 'RequestCheckout', ...order, at: this.now() });
    const page = pageOf(requested) ?? (await this.provider.openCheckout({ checkoutId, ...order }));
    return pageOf(await run({ type: 'OpenCheckout', ...page, at: this.now() })) ?? page;
  }

  @RpcHandler(rpc.exportPurchases)
  async exportPurchases({ userId, ...page }: Sent<typeof rpc.exportPurchases>) {
    return listPurchases(this.database, userId, page);
  }

  /**
   * Waits at most `waitMs` for the provider's notification and the booking, because the buyer's browser is often
   * faster. `booked` is true once the tokens are credited. Throws DomainError `FORBIDDEN` if nothing is paid by then.
   */
  @RpcHandler(rpc.getBalanceAfterPurchase)
  async getBalanceAfterPurchase(request: Sent<typeof rpc.getBalanceAfterPurchase>) {
    const { userId, sessionId, waitMs } = request;
    if (sessionId === undefined) throw notPaid();
    const deadlineMs = performance.now() + waitMs;
    const { checkoutId } = await this.paid(userId, sessionId, deadlineMs);
    const leftMs = Math.max(0, deadlineMs - performance.now());
    const booked = await this.booked.waitFor(purchaseKey(checkoutId), leftMs);
    return { available: await this.balances.available(userId), booked };
  }

  private async paid(userId: string, sessionId: string, deadlineMs: number) {
    for (;;) {
      const checkout = await findOwnCheckout(this.database, userId, sessionId);
      if (checkout?.isPaid) return checkout;
      if (!checkout || performance.now() >= deadlineMs) throw notPaid();
      await delay(LIMITS.purchasePollMs);
    }
  }

  /** The pack sets the price; a price in the request is only compared with it. */
  private packOf({ tokenAmount, purchasePrice }: Sent<typeof rpc.createCheckout>) {
    if (!(tokenAmount >= 1)) throw invalidAmount();
    if (!this.provider.isEnabled) throw paymentsDisabled();
    const pack = TOKEN_PACKS.find(({ tokens }) => tokens === tokenAmount);
    if (!pack) throw invalidAmount();
    if (purchasePrice !== undefined && purchasePrice !== pack.price) throw otherPrice();
    return pack;
  }

  private now(): string {
    return this.clock().toISOString();
  }
}

function pageOf({ sessionId, url }: KnownCheckout): { sessionId: string; url: string } | undefined {
  return sessionId !== undefined && url !== undefined ? { sessionId, url } : undefined;
}
