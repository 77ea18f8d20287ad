import { setTimeout as delay } from 'node:timers/promises';
import { replayDeadLetter } from '@candid/event-store';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { ClosedConnectionError, DrainingConnectionError } from '@nats-io/transport-node';
import { parseEvent } from '../nats/event-listener.js';
import { streamNameOf } from '../nats/streams.js';
import type { Database } from '../orm/database.js';
import { type Pace, paces } from '../process/pace.js';
import type { Platform } from '../process/platform.js';
import { durableOf, ensureConsumer } from './consumer.js';
import { applyEvents, EventDelivery, type EventDeliveryOptions, type EventMessage } from './event-delivery.js';
import { MessageBuffer } from './message-buffer.js';
import { defaultSubscriberLimits, type Subscriber, type SubscriberLimits } from './subscriber.js';

export interface EventSubscriberOptions
  extends Omit<EventDeliveryOptions, 'limits' | 'stopping'>,
    Pick<Platform, 'service' | 'jetstream' | 'jetstreamManager'> {
  limits?: Partial<SubscriberLimits>;
  pace?: Pick<Pace, 'consumer'>;
}

const RETRY_START_MS = 500;
/** Unacknowledged messages of killed processes count, too, so the limit exceeds what one process needs. */
const MAX_PENDING = 2_000;

/** An event with an inbox row is not handled again. The ack follows the commit, so a crash causes a redelivery. */
export class EventSubscriber {
  private readonly stopping = new AbortController();
  private readonly limits: SubscriberLimits;
  private readonly delivery: EventDelivery;
  private messages: ConsumerMessages | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: EventSubscriberOptions) {
    this.limits = { ...defaultSubscriberLimits, ...options.limits };
    this.delivery = new EventDelivery({ ...options, limits: this.limits, stopping: this.stopping.signal });
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

  deliver(messages: readonly EventMessage[]): Promise<void> {
    return this.delivery.deliver(messages);
  }

  /** Returns false if there is no such open dead letter. */
  async replay(deadLetterId: string): Promise<boolean> {
    const { database, subscriber, afterCommit } = this.options;
    const replayed = await replayForSubscriber(database, subscriber, deadLetterId);
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
        this.options.logger.debug(
          { err: error, subscriber: this.options.subscriber.name },
          'cannot follow the stream yet',
        );
      }
      await delay(RETRY_START_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async follow(): Promise<void> {
    const { service, subscriber, jetstream, jetstreamManager, pace = paces.usual } = this.options;
    const consumer = await ensureConsumer(jetstreamManager, jetstream, {
      stream: streamNameOf(subscriber.event.service),
      durable: durableOf(service, subscriber),
      subject: subscriber.event.subject,
      ackWaitMs: this.limits.ackWaitMs,
      maxPending: MAX_PENDING,
    });
    const messages = await consumer.consume({
      max_messages: this.limits.batchSize * 4,
      expires: pace.consumer.expiresMs,
      idle_heartbeat: pace.consumer.heartbeatMs,
      abort_on_missing_resource: true,
    });
    this.messages = messages;
    if (this.stopping.signal.aborted) askForNoMore(messages);
    const buffer = new MessageBuffer<JsMsg>({
      capacity: this.limits.batchSize,
      renew,
      renewEveryMs: this.limits.ackWaitMs / 3,
      gatherMs: subscriber.gatherMs ?? 0,
    });
    await Promise.all([fill(buffer, messages), this.handleAll(buffer)]);
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

/** With an iterator instead of a callback, the client requests messages no faster than they are taken. */
async function fill(buffer: MessageBuffer<JsMsg>, messages: ConsumerMessages): Promise<void> {
  try {
    for await (const message of messages) await buffer.push(message);
  } finally {
    buffer.close();
  }
}

/** Handles the event and marks the letter as replayed in one transaction. Returns false if no such letter is open. */
function replayForSubscriber(database: Database, subscriber: Subscriber, deadLetterId: string): Promise<boolean> {
  return database.transaction((transaction) =>
    replayDeadLetter(transaction.session, deadLetterId, async (letter) => {
      if (letter.subscriber !== subscriber.name) throw new Error('the dead letter is another subscriber’s');
      const parsed = parseEvent(subscriber.event, { json: <T>() => JSON.parse(letter.payload) as T });
      if (!parsed.ok) throw new Error(`the dead letter still cannot be read: ${parsed.reason}`);
      await applyEvents(subscriber, [parsed.event], transaction);
    }),
  );
}
