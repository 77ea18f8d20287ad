import { type RequestContext, tokensRpc as rpc } from '@candid/contracts';
import { Commands, type EventMetadata, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { metadataOfRequest, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { addPurchase } from '../bookings/work-items.js';
import { purchase } from '../ledger/posted-transfers.js';
import type { CheckoutCommand, CheckoutEvent } from './checkout.js';
import {
  type CheckoutDecision,
  Checkouts,
  checkoutIdOfPayment,
  type EarlyReversal,
  keepEarlyReversal,
  lockPayment,
  type NotificationOutcome,
  recordNotification,
  settleNotification,
  takeEarlyReversals,
} from './checkouts.js';
import {
  PAYMENT_PROVIDER,
  type PaymentNotification,
  type PaymentProvider,
  type ReversalNews,
  type SessionNews,
} from './payment-provider.js';

/**
 * Handles a notification of the provider. The notification's id, its effects and the work item for due tokens commit
 * together. After a crash, the provider gets no answer and sends the notification again. `confirmPayment` in
 * `decide.ts` judges the payment; `purchase` in `../ledger/posted-transfers.ts` makes the transfer.
 */
@Controller()
export class TakePaymentNotification {
  constructor(
    private readonly commands: Commands,
    private readonly checkouts: Checkouts,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /** Throws DomainError PAYMENTS_DISABLED, and VALIDATION_FAILED if the provider did not sign the notification. */
  @RpcHandler(rpc.takePaymentNotification)
  async takePaymentNotification(sent: Sent<typeof rpc.takePaymentNotification>, context: RequestContext) {
    const notification = this.provider.readNotification(Buffer.from(sent.body, 'base64'), sent.signature);
    const metadata = metadataOfRequest(context);
    await this.commands.executeInTransaction({ metadata }, {}, (unit) => this.take(unit, notification, metadata));
    return {};
  }

  private async take(unit: TransactionalUnit, notification: PaymentNotification, metadata: EventMetadata) {
    const { session } = unit;
    if (!(await recordNotification(session, notification))) return;
    const { about, eventId } = notification;
    if (about.kind !== 'other' && about.paymentId !== undefined) await lockPayment(session, about.paymentId);
    const command = commandOf(notification);
    const checkoutId = await this.checkoutIdOf(session, notification);
    const settle = (outcome: NotificationOutcome) => settleNotification(session, eventId, { outcome, checkoutId });
    if (command === undefined) return settle(idleOutcomeOf(notification));
    if (checkoutId === undefined) {
      if (isEarlyReversal(notification)) await keepEarlyReversal(session, notification);
      return settle('unknown');
    }
    if (command.type === 'ConfirmPayment') await this.applyEarlyReversals(unit, checkoutId, command.paymentId);
    const decided = await this.checkouts.decide(unit, checkoutId, command);
    const paid = decided.events.find((event) => event.type === 'CheckoutPaid');
    if (paid) {
      const { userId, tokens } = decided.state;
      const cause = { eventId: paid.eventId, correlationId: metadata.correlationId };
      await addPurchase(session, cause, purchase({ checkoutId, userId, tokens, paidAt: paid.data.paidAt }));
    }
    await settle(outcomeOf(decided));
  }

  private async applyEarlyReversals(unit: TransactionalUnit, checkoutId: string, paymentId?: string): Promise<void> {
    if (paymentId === undefined) return;
    for (const { eventId, about, at } of await takeEarlyReversals(unit.session, paymentId)) {
      const decided = await this.checkouts.decide(unit, checkoutId, commandOfReversal(about, at));
      await settleNotification(unit.session, eventId, { outcome: outcomeOf(decided), checkoutId });
    }
  }

  /** Returns only a checkout that exists here. Other checkouts do not concern this system. */
  private async checkoutIdOf(session: SqlSession, { about }: PaymentNotification): Promise<string | undefined> {
    if (about.kind === 'other') return undefined;
    const named = about.checkoutId ?? (about.paymentId && (await checkoutIdOfPayment(session, about.paymentId)));
    if (!named) return undefined;
    const rows = await session.query('select from checkouts where checkout_id = $1::uuid', [named]);
    return rows.length === 1 ? named : undefined;
  }
}

function commandOf({ about, at }: PaymentNotification): CheckoutCommand | undefined {
  if (about.kind === 'session') return commandOfSession(about, at);
  return about.kind === 'other' ? undefined : commandOfReversal(about, at);
}

/** Returns true for a refund or dispute that names no checkout. Another notification may still name its checkout. */
const isEarlyReversal = (notification: PaymentNotification): notification is PaymentNotification & EarlyReversal =>
  (notification.about.kind === 'refund' || notification.about.kind === 'dispute') &&
  notification.about.checkoutId === undefined;

function commandOfReversal(news: ReversalNews, at: string): CheckoutCommand {
  if (news.kind === 'refund') {
    const { kind: _, checkoutId: __, ...refund } = news;
    return { type: 'RefundPayment', ...refund, at };
  }
  const { kind: _, checkoutId: __, ...dispute } = news;
  return { type: 'DisputePayment', ...dispute, at };
}

function commandOfSession({ state, sessionId, paymentId, userId, tokens, amount, currency }: SessionNews, at: string) {
  if (state === 'pending') return undefined;
  if (state !== 'paid') return { type: 'CloseCheckout', reason: state, at } as const;
  return { type: 'ConfirmPayment', sessionId, paymentId, userId, tokens, amount, currency, at } as const;
}

const idleOutcomeOf = ({ about }: PaymentNotification): NotificationOutcome =>
  about.kind === 'session' ? 'pending' : 'ignored';

const outcomes: Partial<Record<CheckoutEvent['type'], NotificationOutcome>> = {
  ...{ CheckoutPaid: 'paid', CheckoutClosed: 'closed', PaymentMismatched: 'mismatched', PaymentWithheld: 'withheld' },
  ...{ PaymentRefunded: 'reversed', PaymentDisputed: 'reversed' },
};

const outcomeOf = ({ events: [event] }: CheckoutDecision): NotificationOutcome =>
  (event && outcomes[event.type]) ?? 'repeated';
