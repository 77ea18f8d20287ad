import { type RequestContext, tokensRpc as rpc, TOKEN_PACKS } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { metadataOfRequest, RpcHandler, requestKeyOf, requireSelf, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { BalanceQuery } from '../statements/balance.query.js';
import { listPurchases } from './checkouts.rows.js';
import { OpenCheckout } from './open-checkout.js';
import { PaidPurchases } from './paid-purchases.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from './provider/payment-provider.js';
import { TakePaymentNotification } from './take-payment-notification.js';

@Controller()
export class PaymentsController {
  constructor(
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    private readonly opening: OpenCheckout,
    private readonly taking: TakePaymentNotification,
    private readonly purchases: PaidPurchases,
    private readonly balances: BalanceQuery,
    private readonly store: EventStore,
  ) {}

  @RpcHandler(rpc.listPacks)
  listPacks() {
    return { packs: TOKEN_PACKS.map((pack) => ({ ...pack, enabled: this.provider.isEnabled })) };
  }

  @RpcHandler(rpc.createCheckout)
  async createCheckout(request: Sent<typeof rpc.createCheckout>, context: RequestContext) {
    requireSelf(context, request.userId);
    return this.opening.run({ ...request, requestKey: requestKeyOf(context) }, metadataOfRequest(context));
  }

  @RpcHandler(rpc.exportPurchases)
  async exportPurchases({ userId, ...page }: Sent<typeof rpc.exportPurchases>, context: RequestContext) {
    requireSelf(context, userId);
    return listPurchases(sessionOfClient(this.store.pool), userId, page);
  }

  @RpcHandler(rpc.takePaymentNotification)
  async takePaymentNotification(request: Sent<typeof rpc.takePaymentNotification>, context: RequestContext) {
    const { body, signature } = request;
    await this.taking.run(Buffer.from(body, 'base64'), signature, metadataOfRequest(context));
    return {};
  }

  @RpcHandler(rpc.getBalanceAfterPurchase)
  async getBalanceAfterPurchase(request: Sent<typeof rpc.getBalanceAfterPurchase>, context: RequestContext) {
    const { userId, sessionId, waitMs } = request;
    requireSelf(context, userId);
    const booked = await this.purchases.waitFor(userId, sessionId, waitMs);
    return { available: await this.balances.available(userId), booked };
  }
}
