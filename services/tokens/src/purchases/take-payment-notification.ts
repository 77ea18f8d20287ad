import { Commands, type EventMetadata, type SqlSession, type TransactionalUnit } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { addPurchase } from '../bookings/bookings.job.js';
import { type CheckoutDecision, Checkouts } from './checkouts.js';
import {
  checkoutIdOfPayment,
  type NotificationOutcome,
  recordNotification,
  settleNotification,
} from './checkouts.rows.js';
import type { CheckoutCommand } from './domain/commands.js';
import {
  PAYMENT_PROVIDER,
  type PaymentNotification,
  type PaymentProvider,
  type SessionNews,
} from './provider/payment-provider.js';

/**
 * A paid checkout becomes tokens: `confirmPayment` in `domain/decide.ts` judges the payment, `purchase` in
 * `../ledger/domain/posted-transfers.ts` books it. This takes in what the provider tells. The notification's id, what follows from it and the tokens that are due (a work item)
 * commit together or not at all: after a crash the provider, who was not answered, tells it again.
 */
@Injectable()
export class TakePaymentNotification {
  constructor(
    private readonly commands: Commands,
    private readonly checkouts: Checkouts,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /** Throws DomainError VALIDATION_FAILED for bytes that the provider did not sign, PAYMENTS_DISABLED. */
  async run(body: Buffer, signature: string, metadata: EventMetadata): Promise<void> {
    const notification = this.provider.readNotification(body, signature);
    const context = { metadata };
    await this.commands.executeInTransaction(context, {}, (unit) => this.take(unit, notification, metadata));
  }

  private async take(unit: TransactionalUnit, notification: PaymentNotification, metadata: EventMetadata) {
    const { session } = unit;
    if (!(await recordNotification(session, notification))) return;
    const command = commandOf(notification);
    const checkoutId = await this.checkoutIdOf(session, notification);
    const settle = (outcome: NotificationOutcome) =>
      settleNotification(session, notification.eventId, { outcome, checkoutId });
    if (command === undefined || checkoutId === undefined) {
      return settle(command === undefined ? idleOutcomeOf(notification) : 'unknown');
    }
    const decided = await this.checkouts.decide(unit, checkoutId, command);
    const [event] = decided.events;
    if (event?.type === 'CheckoutPaid') {
      const { userId, tokens } = decided.state;
      const cause = { eventId: event.eventId, correlationId: metadata.correlationId };
      await addPurchase(session, cause, { checkoutId, userId, tokens, paidAt: event.data.paidAt });
    }
    await settle(outcomeOf(decided));
  }

  /** Only of a checkout that is known here: what anybody else's says is not ours to judge. */
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
  if (about.kind === 'other') return undefined;
  const { reversal: kind, amount, currency } = about;
  return { type: 'ReversePayment', kind, amount, currency, at };
}

function commandOfSession({ state, sessionId, paymentId, userId, tokens, amount, currency }: SessionNews, at: string) {
  if (state === 'pending') return undefined;
  if (state !== 'paid') return { type: 'CloseCheckout', reason: state, at } as const;
  return {
    type: 'ConfirmPayment',
    ...{ sessionId, amount, currency, at },
    ...(paymentId !== undefined && { paymentId }),
    ...(userId !== undefined && { userId }),
    ...(tokens !== undefined && { tokens }),
  } as const;
}

const idleOutcomeOf = ({ about }: PaymentNotification): NotificationOutcome =>
  about.kind === 'session' ? 'pending' : 'ignored';

function outcomeOf({ events: [event] }: CheckoutDecision): NotificationOutcome {
  switch (event?.type) {
    case 'CheckoutPaid':
      return 'paid';
    case 'CheckoutClosed':
      return 'closed';
    case 'PaymentMismatched':
      return 'mismatched';
    case 'PaymentReversed':
      return 'reversed';
    default:
      return 'repeated';
  }
}
