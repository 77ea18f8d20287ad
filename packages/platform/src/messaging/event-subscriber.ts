import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { streamNameOf } from '../nats/ensure-stream.js';
import { ensureConsumer } from './consumer.js';
import { EventDelivery } from './event-delivery.js';
import { MessageBuffer } from './message-buffer.js';
import { defaultSubscriberLimits, type Subscriber, type SubscriberLimits } from './subscriber.js';

export interface EventSubscriberOptions {
  /** The service that subscribes. */
  service: string;
  subscriber: Subscriber;
  orm: { em: EntityManager };
  jetstream: JetStreamClient;
  jetstreamManager: JetStreamManager;
  logger: Logger;
  limits?: Partial<SubscriberLimits>;
  /** Called after each commit, to wake what waits for new events, inbox rows or work. */
  afterCommit?: () => void;
}

const RETRY_START_MS = 500;

/**
 * Follows one integration event with a durable pull consumer `<service>-<name>`. Redelivery: an event whose inbox row
 * is there is acknowledged and nothing else. The ack follows the commit; whatever dies in between is delivered again.
 */
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

  /** Returns at once; the stream may come into being later. */
  start(): void {
    this.running ??= this.run();
  }

  /** Takes no more messages and resolves when the ones being handled are committed or given back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.messages?.stop();
    await this.running;
  }

  /** Handles a dead letter again, in one transaction with marking it replayed. @returns false when there is none */
  replay(deadLetterId: string): Promise<boolean> {
    return this.delivery.replay(deadLetterId);
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

  /** Consumes until stopped, or until the stream or the consumer is gone and has to be made again. */
  private async follow(): Promise<void> {
    const { service, subscriber, jetstream, jetstreamManager } = this.options;
    const consumer = await ensureConsumer(jetstreamManager, jetstream, {
      stream: streamNameOf(subscriber.event.service),
      durable: `${service}-${subscriber.name}`,
      subject: subscriber.event.subject,
      ackWaitMs: this.limits.ackWaitMs,
      maxPending: this.limits.batchSize * 8,
    });
    const buffer = new MessageBuffer<JsMsg>();
    this.messages = await consumer.consume({
      max_messages: this.limits.batchSize * 2,
      expires: 10_000,
      idle_heartbeat: 2_000,
      abort_on_missing_resource: true,
      callback: (message) => buffer.push(message),
    });
    if (this.stopping.signal.aborted) this.messages.stop();
    void this.messages.closed().then(() => buffer.close());
    for (
      let batch = await buffer.take(this.limits.batchSize);
      batch;
      batch = await buffer.take(this.limits.batchSize)
    ) {
      if (this.stopping.signal.aborted) for (const message of batch) message.nak();
      else await this.delivery.deliver(batch);
    }
  }
}
