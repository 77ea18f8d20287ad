import { setTimeout as delay } from 'node:timers/promises';
import type { RequestContext } from '@candid/contracts';
import { recordDeadLetter, replayDeadLetter } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { parseEvent, type ReceivedEvent } from '../nats/event-listener.js';
import { repeatConflicts } from '../orm/repeat-conflicts.js';
import { inTransaction } from '../orm/session-of.js';
import { runInContext } from '../rpc/current-context.js';
import { recordAllInInbox } from './inbox-batch.js';
import type { Subscriber, SubscriberLimits, SubscriberTransaction } from './subscriber.js';
import { isTransient, reasonOf } from './transient-failure.js';

export interface EventDeliveryOptions {
  subscriber: Subscriber;
  orm: { em: EntityManager };
  logger: Logger;
  limits: SubscriberLimits;
  stopping: AbortSignal;
  afterCommit?: () => void;
}

type ParsedMessage = { message: JsMsg; event: ReceivedEvent };

const OUTAGE_RETRY_MS = 500;

/** Takes batches of messages to their effect: committed and acknowledged, given back for later, or put aside. */
export class EventDelivery {
  constructor(private readonly options: EventDeliveryOptions) {}

  /** All in one transaction; where that fails for a reason of its own, one by one, so that one bad event stops no other. */
  async deliver(batch: JsMsg[]): Promise<void> {
    const parsed = await this.parseAll(batch);
    if (parsed.length === 0) return;
    const failure = await this.attempt(parsed);
    if (failure === undefined) return;
    if (parsed.length === 1) return this.afterFailure(parsed[0]!, failure);
    for (const one of parsed) {
      const ownFailure = await this.attempt([one]);
      if (ownFailure !== undefined) await this.afterFailure(one, ownFailure);
    }
  }

  async replay(deadLetterId: string): Promise<boolean> {
    const { orm, subscriber, afterCommit } = this.options;
    const replayed = await inTransaction(orm, (transaction) =>
      replayDeadLetter(transaction.session, BigInt(deadLetterId), async (letter) => {
        if (letter.subscriber !== subscriber.name) throw new Error('the dead letter is another subscriber’s');
        const parsed = parseEvent(subscriber.event, { json: <T>() => JSON.parse(letter.payload) as T });
        if (!parsed.ok) throw new Error(`the dead letter still cannot be read: ${parsed.reason}`);
        await this.handleAll([parsed.event], transaction);
      }),
    );
    if (replayed) afterCommit?.();
    return replayed;
  }

  private async parseAll(batch: JsMsg[]): Promise<ParsedMessage[]> {
    const parsed: ParsedMessage[] = [];
    for (const message of batch) {
      const result = parseEvent(this.options.subscriber.event, message);
      if (result.ok) parsed.push({ message, event: result.event });
      else await this.putAside(message, result.reason);
    }
    return parsed;
  }

  /** @returns why nothing of these was committed, undefined when all of it was */
  private async attempt(parsed: ParsedMessage[]): Promise<unknown> {
    const { orm, afterCommit } = this.options;
    try {
      const events = parsed.map(({ event }) => event);
      await this.throughOutages(() =>
        repeatConflicts(() => inTransaction(orm, (transaction) => this.handleAll(events, transaction))),
      );
    } catch (error) {
      return error ?? new Error('the subscriber failed without a reason');
    }
    for (const { message } of parsed) message.ack();
    afterCommit?.();
    return undefined;
  }

  private async handleAll(events: ReceivedEvent[], transaction: SubscriberTransaction): Promise<void> {
    const { subscriber } = this.options;
    const unseen = await recordAllInInbox(
      transaction.session,
      subscriber.name,
      events.map((event) => event.eventId),
    );
    for (const event of events) {
      // Deleting makes a second copy within the batch a seen one.
      if (!unseen.delete(event.eventId)) continue;
      await runInContext(contextOf(event), () => subscriber.handle(event, transaction));
      await transaction.em.flush();
    }
  }

  private async afterFailure({ message, event }: ParsedMessage, error: unknown): Promise<void> {
    const { limits, logger, subscriber, stopping } = this.options;
    if (stopping.aborted && isTransient(error)) return message.nak();
    const attempts = message.info.deliveryCount;
    logger.warn({ err: error, subscriber: subscriber.name, eventId: event.eventId, attempts }, 'event not handled');
    if (attempts >= limits.maxAttempts) return this.putAside(message, reasonOf(error), event.eventId);
    message.nak(limits.backoffMs[Math.min(attempts, limits.backoffMs.length) - 1]);
  }

  /** The row first, then the server may forget the message. */
  private async putAside(message: JsMsg, reason: string, eventId?: string): Promise<void> {
    const { orm, logger, subscriber } = this.options;
    const knownId = eventId ?? uuidOf(message.headers?.get('Nats-Msg-Id'));
    const letter = {
      subscriber: subscriber.name,
      ...(knownId !== undefined && { eventId: knownId }),
      subject: message.subject,
      payload: message.string(),
      reason,
      attempts: message.info.deliveryCount,
    };
    try {
      await this.throughOutages(() => inTransaction(orm, ({ session }) => recordDeadLetter(session, letter)));
      message.term();
      logger.error({ subscriber: subscriber.name, eventId: knownId, reason }, 'event put aside as dead letter');
    } catch (error) {
      logger.error({ err: error, subscriber: subscriber.name }, 'dead letter not stored');
      message.nak(this.options.limits.backoffMs.at(-1));
    }
  }

  /** Repeats `work` while the database or another part is away. */
  private async throughOutages(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error) || this.options.stopping.aborted) throw error;
        this.options.logger.warn(
          { err: error, subscriber: this.options.subscriber.name },
          'waiting for a part that is away',
        );
        await delay(OUTAGE_RETRY_MS, undefined, { signal: this.options.stopping }).catch(() => undefined);
      }
    }
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const uuidOf = (text: string | undefined): string | undefined => (text && UUID.test(text) ? text : undefined);

function contextOf(event: ReceivedEvent): RequestContext {
  return { requestId: event.correlationId, roles: [], ...(event.traceparent && { traceparent: event.traceparent }) };
}
