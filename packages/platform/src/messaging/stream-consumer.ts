import { setTimeout as delay } from 'node:timers/promises';
import { replayDeadLetter } from '@candid/event-store';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { ClosedConnectionError, DrainingConnectionError } from '@nats-io/transport-node';
import { parseEvent } from '../nats/event-listener.js';
import { streamNameOf } from '../nats/streams.js';
import { type Pace, paces } from '../process/pace.js';
import type { Platform } from '../process/platform.js';
import { durableOf, ensureConsumer } from './consumer.js';
import { applyEvents, EventDelivery, type EventDeliveryOptions, type EventMessage } from './event-delivery.js';
import { MessageBuffer } from './message-buffer.js';
import { defaultSubscriberLimits, type Subscriber, type SubscriberLimits } from './subscriber.js';

export interface StreamConsumerOptions
  extends Omit<EventDeliveryOptions, 'limits' | 'stopping'>,
    Pick<Platform, 'service' | 'jetstream' | 'jetstreamManager'> {
  /** The service whose events all `subscribers` handle. */
  source: string;
  limits?: Partial<SubscriberLimits>;
  pace?: Pick<Pace, 'consumer'>;
}

const RETRY_START_MS = 500;
/** Unacknowledged messages of killed processes count, too, so the limit exceeds what one process needs. */
const MAX_PENDING = 2_000;

/**
 * Reads the stream of another service for all subscribers of this service. An event with a subscriber's inbox row is
 * not handled again by this subscriber. The ack follows the commits, so a crash causes a redelivery.
 */
export class StreamConsumer {
  private readonly stopping = new AbortController();
  private readonly limits: SubscriberLimits;
  private readonly delivery: EventDelivery;
  /** How long an event waits for others, by subject: as long as all its subscribers gather. */
  private readonly gatherMs = new Map<string, number>();
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: StreamConsumerOptions) {
    this.limits = { ...defaultSubscriberLimits, ...options.limits };
    this.delivery = new EventDelivery({ ...options, limits: this.limits, stopping: this.stopping.signal });
    for (const { event, gatherMs = 0 } of options.subscribers)
      this.gatherMs.set(event.subject, Math.min(gatherMs, this.gatherMs.get(event.subject) ?? gatherMs));
  }

  /** Returns immediately. The stream need not exist yet. */
  start(): void {
    this.running ??= this.run();
  }

  /** Takes no more messages. Resolves when the current messages are committed or returned to the server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.messages) askForNoMore(this.messages);
    await this.running;
  }

  deliver(subscriber: Subscriber, messages: readonly EventMessage[]): Promise<void> {
    return this.delivery.deliver(messages, [subscriber]);
  }

  /** Handles the event and marks the letter as replayed in one transaction. Returns false if no such letter is open. */
  async replay(deadLetterId: string): Promise<boolean> {
    const { database, subscribers, afterCommit } = this.options;
    const replayed = await database.transaction((transaction) =>
      replayDeadLetter(transaction.session, deadLetterId, async (letter) => {
        const subscriber = subscribers.find(({ name }) => name === letter.subscriber);
        if (!subscriber) throw new Error('the dead letter is another subscriber’s');
        const parsed = parseEvent(subscriber.event, { json: <T>() => JSON.parse(letter.payload) as T });
        if (!parsed.ok) throw new Error(`the dead letter still cannot be read: ${parsed.reason}`);
        await applyEvents([{ subscriber, event: parsed.event }], transaction);
      }),
    );
    if (replayed) afterCommit?.();
    return replayed;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted) return;
        this.options.logger.debug({ err: error, source: this.options.source }, 'cannot follow the stream yet');
      }
      await delay(RETRY_START_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async follow(): Promise<void> {
    const { service, source, jetstream, jetstreamManager, pace = paces.usual } = this.options;
    const { ackWaitMs, batchSize: capacity } = this.limits;
    const consumer = await ensureConsumer(jetstreamManager, jetstream, {
      ...{ stream: streamNameOf(source), durable: durableOf(service, source) },
      ...{ ackWaitMs, maxPending: MAX_PENDING },
    });
    const messages = await consumer.consume({
      max_messages: capacity * 4,
      expires: pace.consumer.expiresMs,
      idle_heartbeat: pace.consumer.heartbeatMs,
      abort_on_missing_resource: true,
    });
    this.messages = messages;
    if (this.stopping.signal.aborted) askForNoMore(messages);
    const buffer = new MessageBuffer<JsMsg>({
      ...{ capacity, renew, renewEveryMs: ackWaitMs / 3 },
      gatherMs: ({ subject }) => this.gatherMs.get(subject)!,
    });
    await Promise.all([this.fill(buffer, messages), this.handleAll(buffer)]);
  }

  /** With an iterator instead of a callback, the client requests messages no faster than they are taken. */
  private async fill(buffer: MessageBuffer<JsMsg>, messages: ConsumerMessages): Promise<void> {
    try {
      for await (const message of messages)
        if (this.gatherMs.has(message.subject)) await buffer.push(message);
        else message.ack();
    } finally {
      buffer.close();
    }
  }

  private async handleAll(buffer: MessageBuffer<JsMsg>): Promise<void> {
    for (let batch = await buffer.take(); batch; batch = await buffer.take()) {
      if (this.stopping.signal.aborted) for (const message of batch) message.nak();
      else await this.delivery.deliver(batch);
      buffer.done(batch);
    }
  }
}

/** Clears the reply address, so that servers skip queued pull requests, which would fetch messages for nobody. */
function askForNoMore(messages: ConsumerMessages): void {
  messages.stop();
  (messages as unknown as { inbox: string }).inbox = '';
}

/** Ignores a closed connection, because the process is then stopping. */
function renew(message: JsMsg): void {
  try {
    message.working();
  } catch (error) {
    if (!(error instanceof ClosedConnectionError || error instanceof DrainingConnectionError)) throw error;
  }
}
