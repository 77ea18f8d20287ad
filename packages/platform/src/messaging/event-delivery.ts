import { setTimeout as delay } from 'node:timers/promises';
import { eventIdOf, recordAllInInbox, recordDeadLetter, retryConflicts, type SpanSettings } from '@candid/event-store';
import type { JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import { parseEvent, type ReceivedEvent } from '../nats/event-listener.js';
import type { Metrics } from '../operations/metrics.js';
import type { Database, DatabaseTransaction } from '../orm/database.js';
import { UUID } from '../rpc/audit-text.js';
import { runAsCommand, runAsConsequence } from '../rpc/request-context.js';
import { inSpan } from '../tracing/tracing.js';
import type { Subscriber, SubscriberLimits } from './subscriber.js';
import { isTransient, reasonOf } from './transient-failure.js';

/** Maximum number of events whose failures are counted. */
const COUNTED_MAX = 1_000;

export interface EventDeliveryOptions {
  subscriber: Subscriber;
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  limits: SubscriberLimits;
  stopping: AbortSignal;
  /** Called after each commit, to wake code that waits for new events, inbox rows or work. */
  afterCommit?: () => void;
}

export type EventMessage = Pick<JsMsg, 'subject' | 'headers' | 'json' | 'string' | 'ack' | 'nak' | 'term'>;

type ParsedMessage = { message: EventMessage; event: ReceivedEvent };

const OUTAGE_RETRY_MS = 500;

export class EventDelivery {
  /** Number of failures in this process, by event. The server's count would include deliveries to killed processes. */
  private readonly failures = new Map<string, number>();
  private readonly messages: Counter<'subscriber' | 'outcome'> | undefined;

  constructor(private readonly options: EventDeliveryOptions) {
    this.messages = options.metrics?.counter('subscriber_messages_total', 'Messages by subscriber and outcome', [
      'subscriber',
      'outcome',
    ]);
  }

  /** Handles all events in one transaction. If it fails, each gets its own, so that a bad event stops no other. */
  async deliver(batch: readonly EventMessage[]): Promise<void> {
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

  private async parseAll(batch: readonly EventMessage[]): Promise<ParsedMessage[]> {
    const parsed: ParsedMessage[] = [];
    for (const message of batch) {
      const result = parseEvent(this.options.subscriber.event, message);
      if (result.ok) parsed.push({ message, event: ofPublication(message, result.event) });
      else await this.deadLetter(message, result.reason);
    }
    return parsed;
  }

  /** @returns the error if nothing was committed, undefined if everything was committed */
  private async attempt(parsed: ParsedMessage[]): Promise<unknown> {
    const { database, subscriber, afterCommit } = this.options;
    try {
      const events = parsed.map(({ event }) => event);
      await this.throughOutages(() =>
        retryConflicts(() => database.transaction((transaction) => applyEvents(subscriber, events, transaction))),
      );
    } catch (error) {
      return error ?? new Error('the subscriber failed without a reason');
    }
    for (const { message, event } of parsed) {
      message.ack();
      this.failures.delete(event.eventId);
    }
    this.count('handled', parsed.length);
    afterCommit?.();
    return undefined;
  }

  private async afterFailure({ message, event }: ParsedMessage, error: unknown): Promise<void> {
    const { limits, logger, subscriber, stopping } = this.options;
    if (stopping.aborted && isTransient(error)) return message.nak();
    const attempts = this.countFailure(event.eventId);
    logger.warn({ err: error, subscriber: subscriber.name, eventId: event.eventId, attempts }, 'event not handled');
    this.count('failed', 1);
    if (attempts >= limits.maxAttempts)
      return this.deadLetter(message, reasonOf(error), { eventId: event.eventId, attempts });
    message.nak(limits.backoffMs[Math.min(attempts, limits.backoffMs.length) - 1]);
  }

  /** Writes the dead letter before it tells the server to forget the message. */
  private async deadLetter(
    message: EventMessage,
    reason: string,
    {
      eventId = uuidOf(eventIdOf(message.headers?.get('Nats-Msg-Id'))),
      attempts = 1,
    }: { eventId?: string; attempts?: number } = {},
  ): Promise<void> {
    const { database, logger, subscriber } = this.options;
    const letter = {
      subscriber: subscriber.name,
      ...(eventId !== undefined && { eventId }),
      subject: message.subject,
      payload: message.string(),
      reason,
      attempts,
    };
    try {
      await this.throughOutages(() => database.transaction(({ session }) => recordDeadLetter(session, letter)));
      message.term();
      if (eventId !== undefined) this.failures.delete(eventId);
      this.count('dead_lettered', 1);
      logger.error({ subscriber: subscriber.name, eventId, reason }, 'event is a dead letter');
    } catch (error) {
      logger.error({ err: error, subscriber: subscriber.name }, 'dead letter not stored');
      message.nak(this.options.limits.backoffMs.at(-1));
    }
  }

  private countFailure(eventId: string): number {
    const count = (this.failures.get(eventId) ?? 0) + 1;
    this.failures.set(eventId, count);
    if (this.failures.size > COUNTED_MAX) this.failures.delete(this.failures.keys().next().value!);
    return count;
  }

  private count(outcome: 'handled' | 'failed' | 'dead_lettered', messages: number): void {
    this.messages?.inc({ subscriber: this.options.subscriber.name, outcome }, messages);
  }

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

/** If the relay traces, the message's header names the span that published it. */
function ofPublication({ headers }: EventMessage, event: ReceivedEvent): ReceivedEvent {
  const traceparent = headers?.get('traceparent');
  return traceparent ? { ...event, traceparent } : event;
}

const uuidOf = (text: string | undefined): string | undefined => (text && UUID.test(text) ? text : undefined);

/** Writes inbox rows and effects of the events that the subscriber has not handled before, in the given transaction. */
export async function applyEvents(
  subscriber: Subscriber,
  events: readonly ReceivedEvent[],
  transaction: DatabaseTransaction,
): Promise<void> {
  const unseen = await recordAllInInbox(transaction.session, subscriber.name, events);
  for (const event of events) {
    // Removes the id from `unseen`, so that a second copy of the event in the batch is skipped.
    if (!unseen.delete(event.eventId)) continue;
    const handled = () => runAsCommand(subscriber.name, () => subscriber.handle(event, transaction));
    await runAsConsequence(event, () => inSpan(`consume ${subscriber.name}`, spanOf(subscriber, event), handled));
    await transaction.em.flush();
  }
}

const spanOf = ({ name, event: type }: Subscriber, event: ReceivedEvent): SpanSettings => ({
  kind: 'consumer',
  parent: event.traceparent,
  attributes: () => ({
    'messaging.system': 'nats',
    'messaging.operation.type': 'process',
    'messaging.destination.name': type.subject,
    'messaging.consumer.group.name': name,
    'messaging.message.id': event.eventId,
  }),
});
