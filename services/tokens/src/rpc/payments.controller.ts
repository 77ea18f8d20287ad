import { type RequestContext, TOKEN_PACKS, tokensRpc } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { metadataOfRequest, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { OpenCheckout } from '../application/open-checkout.js';
import { PaidPurchases } from '../application/paid-purchases.js';
import { TakePaymentNotification } from '../application/take-payment-notification.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from '../payments/payment-provider.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { listPurchases } from '../records/checkouts.js';
import { requireSelf } from './caller.js';

const { listPacks, createCheckout, exportPurchases, takePaymentNotification, getBalanceAfterPurchase } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class PaymentsController {
  constructor(
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(OpenCheckout) private readonly opening: OpenCheckout,
    @Inject(TakePaymentNotification) private readonly taking: TakePaymentNotification,
    @Inject(PaidPurchases) private readonly purchases: PaidPurchases,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @RpcHandler(listPacks)
  async packs(): Reply<typeof listPacks> {
    return { packs: TOKEN_PACKS.map((pack) => ({ ...pack, enabled: this.provider.isEnabled })) };
  }

  @RpcHandler(createCheckout)
  async open(request: Request<typeof createCheckout>, context: RequestContext): Reply<typeof createCheckout> {
    requireSelf(context, request.userId);
    const requestKey = context.idempotency?.key ?? context.requestId;
    return this.opening.run({ ...request, requestKey }, metadataOfRequest(context));
  }

  @RpcHandler(exportPurchases)
  async exported(
    { userId, ...page }: Request<typeof exportPurchases>,
    context: RequestContext,
  ): Reply<typeof exportPurchases> {
    requireSelf(context, userId);
    return listPurchases(sessionOfClient(this.store.pool), userId, page);
  }

  @RpcHandler(takePaymentNotification)
  async take(
    { body, signature }: Request<typeof takePaymentNotification>,
    context: RequestContext,
  ): Reply<typeof takePaymentNotification> {
    await this.taking.run(Buffer.from(body, 'base64'), signature, metadataOfRequest(context));
    return {};
  }

  @RpcHandler(getBalanceAfterPurchase)
  async balanceAfterPurchase(
    { userId, sessionId, waitMs }: Request<typeof getBalanceAfterPurchase>,
    context: RequestContext,
  ): Reply<typeof getBalanceAfterPurchase> {
    requireSelf(context, userId);
    const booked = await this.purchases.waitFor(userId, sessionId, waitMs);
    const { available } = await this.balances.of(userId);
    return { available, booked };
  }
}
