import { setTimeout as delay } from 'node:timers/promises';
import {
  eventIdOf,
  receiptKey,
  recordDeadLetter,
  recordInInbox,
  retryConflicts,
  type SpanSettings,
} from '@candid/event-store';
import type { JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { parseEvent, type ReceivedEvent } from '../nats/event-listener.js';
import type { Metrics } from '../operations/metrics.js';
import type { Database, DatabaseTransaction } from '../orm/database.js';
import { UUID } from '../rpc/audit-text.js';
import { runAsCommand, runAsConsequence } from '../rpc/request-context.js';
import { inSpan } from '../tracing/tracing.js';
import type { Subscriber, SubscriberLimits } from './subscriber.js';
import { isTransient, reasonOf } from './transient-failure.js';

/** Maximum number of events whose failures are counted, by subscriber. */
const COUNTED_MAX = 1_000;

/** If this many events of a subscriber wait for another attempt, its new events are left to the consumption check. */
const WAITING_MAX = 50;

/** Another process may get the message again. The event then counts as waiting for this time after its backoff. */
const WAITING_MS = 60_000;

export interface EventDeliveryOptions {
  subscribers: readonly Subscriber[];
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  limits: SubscriberLimits;
  stopping: AbortSignal;
  /** Called after each commit, to wake code that waits for new events, inbox rows or work. */
  afterCommit?: () => void;
}

export type EventMessage = Pick<JsMsg, 'subject' | 'headers' | 'json' | 'string' | 'ack' | 'nak'>;

/** One event for one subscriber. */
interface Work {
  subscriber: Subscriber;
  event: ReceivedEvent;
  message: EventMessage;
}

interface Failure {
  tries: number;
  /** Number of tries that failed although no part was away. */
  attempts: number;
  /** Time of `performance.now()` until which the event counts as waiting for its next attempt. */
  waitsUntilMs: number;
  /** The dead letter is stored. The server may deliver the event again because another subscriber has not handled it. */
  isGivenUp: boolean;
}

/** Milliseconds after which the server has to deliver a message again. */
type Retries = Map<EventMessage, number>;

const OUTAGE_RETRY_MS = 500;

export class EventDelivery {
  /** Failures in this process, by event. The server's count would include deliveries to killed processes. */
  private readonly failures = new Map<Subscriber, Map<string, Failure>>();
  private readonly count: (subscriber: Subscriber, outcome: 'handled' | 'failed' | 'dead_lettered') => void;

  constructor(private readonly options: EventDeliveryOptions) {
    const messages = options.metrics?.counter('subscriber_messages_total', 'Messages by subscriber and outcome', [
      'subscriber',
      'outcome',
    ]);
    this.count = ({ name }, outcome) => messages?.inc({ subscriber: name, outcome });
  }

  /**
   * Handles all events in one transaction. If it fails, each subscriber gets its own transaction, and then each of its
   * events, so that a bad event stops no other. A subscriber with waiting events has its own transaction from the start.
   */
  async deliver(batch: readonly EventMessage[], subscribers = this.options.subscribers): Promise<void> {
    const retries: Retries = new Map();
    const parsed = await Promise.all(batch.map((message) => this.workOf(message, subscribers, retries)));
    const [steady, failing]: [Work[], Map<Subscriber, Work[]>] = [[], new Map()];
    for (const work of parsed.flat()) {
      const { subscriber, event } = work;
      const failure = this.failures.get(subscriber)?.get(event.eventId);
      if (failure?.isGivenUp) continue;
      const waiting = this.waiting(subscriber);
      if (waiting === 0) steady.push(work);
      else if (waiting < WAITING_MAX || failure) failing.set(subscriber, [...(failing.get(subscriber) ?? []), work]);
    }
    for (const part of [steady, ...failing.values()]) if (part.length > 0) await this.handle(part, retries);
    for (const message of batch) {
      const retryMs = retries.get(message);
      if (retryMs === undefined) message.ack();
      else message.nak(retryMs);
    }
  }

  private async workOf(message: EventMessage, subscribers: readonly Subscriber[], retries: Retries): Promise<Work[]> {
    const receivers = subscribers.filter(({ event }) => event.subject === message.subject);
    if (receivers.length === 0) return [];
    const parsed = parseEvent(receivers[0]!.event, message);
    if (parsed.ok) {
      const event = ofPublication(message, parsed.event);
      return receivers.map((subscriber) => ({ subscriber, event, message }));
    }
    const eventId = uuidOf(eventIdOf(message.headers?.get('Nats-Msg-Id')));
    for (const subscriber of receivers) {
      const letter = { subscriber, message, eventId, reason: parsed.reason, attempts: 1 };
      if (!(await this.deadLetter(letter))) retries.set(message, this.options.limits.backoffMs.at(-1)!);
    }
    return [];
  }

  private async handle(work: Work[], retries: Retries): Promise<void> {
    const failure = await this.attempt(work);
    if (failure === undefined) return;
    const [first] = work;
    if (work.length === 1) return this.afterFailure(first!, failure, retries);
    const isShared = work.some(({ subscriber }) => subscriber !== first!.subscriber);
    const parts = isShared ? Map.groupBy(work, ({ subscriber }) => subscriber).values() : work.map((one) => [one]);
    for (const part of parts) await this.handle(part, retries);
  }

  /** @returns the error if nothing was committed, undefined if everything was committed */
  private async attempt(work: Work[]): Promise<unknown> {
    const { database, afterCommit } = this.options;
    try {
      const handled = await this.throughOutages(() =>
        retryConflicts(() => database.transaction((transaction) => applyEvents(work, transaction))),
      );
      for (const { subscriber } of handled) this.count(subscriber, 'handled');
    } catch (error) {
      return error ?? new Error('the subscriber failed without a reason');
    }
    for (const { subscriber, event } of work) this.failures.get(subscriber)?.delete(event.eventId);
    afterCommit?.();
    return undefined;
  }

  private async afterFailure({ subscriber, event, message }: Work, error: unknown, retries: Retries): Promise<void> {
    const { limits, logger, stopping } = this.options;
    const { eventId } = event;
    const retryAfter = (ms: number) => retries.set(message, Math.min(ms, retries.get(message) ?? ms));
    if (stopping.aborted && isTransient(error)) return void retryAfter(0);
    const failure = this.failureOf(subscriber, eventId);
    failure.tries += 1;
    if (!isTransient(error)) failure.attempts += 1;
    const { attempts } = failure;
    logger.warn({ err: error, subscriber: subscriber.name, eventId, attempts }, 'event not handled');
    this.count(subscriber, 'failed');
    if (attempts >= limits.maxAttempts) {
      const stored = await this.deadLetter({ subscriber, message, eventId, reason: reasonOf(error), attempts });
      return stored ? undefined : void retryAfter(limits.backoffMs.at(-1)!);
    }
    const backoffMs = limits.backoffMs[Math.min(failure.tries, limits.backoffMs.length) - 1]!;
    failure.waitsUntilMs = performance.now() + backoffMs + WAITING_MS;
    retryAfter(backoffMs);
  }

  /** Returns false if the letter is not stored. The message must be acknowledged after the letter is stored. */
  private async deadLetter(given: {
    subscriber: Subscriber;
    message: EventMessage;
    eventId: string | undefined;
    reason: string;
    attempts: number;
  }): Promise<boolean> {
    const { subscriber, message, eventId, reason, attempts } = given;
    const { database, logger } = this.options;
    const letter = {
      subscriber: subscriber.name,
      ...(eventId !== undefined && { eventId }),
      ...{ subject: message.subject, payload: message.string(), reason, attempts },
    };
    try {
      await this.throughOutages(() => database.transaction(({ session }) => recordDeadLetter(session, letter)));
    } catch (error) {
      logger.error({ err: error, subscriber: subscriber.name }, 'dead letter not stored');
      return false;
    }
    if (eventId !== undefined) Object.assign(this.failureOf(subscriber, eventId), { waitsUntilMs: 0, isGivenUp: true });
    this.count(subscriber, 'dead_lettered');
    logger.error({ subscriber: subscriber.name, eventId, reason }, 'event is a dead letter');
    return true;
  }

  private failureOf(subscriber: Subscriber, eventId: string): Failure {
    const known = this.failures.get(subscriber) ?? new Map<string, Failure>();
    const failure = known.get(eventId) ?? { tries: 0, attempts: 0, waitsUntilMs: 0, isGivenUp: false };
    this.failures.set(subscriber, known.set(eventId, failure));
    if (known.size > COUNTED_MAX) known.delete(known.keys().next().value!);
    return failure;
  }

  /** Number of the subscriber's events that wait for another attempt. */
  private waiting(subscriber: Subscriber): number {
    const now = performance.now();
    let count = 0;
    for (const { waitsUntilMs } of this.failures.get(subscriber)?.values() ?? []) if (waitsUntilMs > now) count += 1;
    return count;
  }

  /** Repeats work while the database is away. Another part that is away fails only its own subscriber. */
  private async throughOutages<T>(work: () => Promise<T>): Promise<T> {
    const { database, logger, stopping } = this.options;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error) || stopping.aborted) throw error;
        const isThere = await database.query('select 1').catch(() => undefined);
        if (isThere) throw error;
        logger.warn({ err: error }, 'waiting for the database');
        await delay(OUTAGE_RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
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

/** Writes inbox rows and effects of the events that their subscribers have not handled before, and returns these. */
export async function applyEvents(work: readonly Omit<Work, 'message'>[], transaction: DatabaseTransaction) {
  const receipts = work.map(({ subscriber: { name }, event: { eventId, recordedAt } }) => {
    return { subscriber: name, eventId, recordedAt };
  });
  const unseen = await recordInInbox(transaction.session, receipts);
  // Removes each key from `unseen`, so that a second copy of the event in the batch is skipped.
  const first = work.filter((_, index) => unseen.delete(receiptKey(receipts[index]!)));
  for (const { subscriber, event } of first) {
    const handled = () => runAsCommand(subscriber.name, () => subscriber.handle(event, transaction));
    await runAsConsequence(event, () => inSpan(`consume ${subscriber.name}`, spanOf(subscriber, event), handled));
    await transaction.em.flush();
  }
  return first;
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
