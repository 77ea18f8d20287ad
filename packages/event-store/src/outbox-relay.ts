import type { JetStreamClient } from '@nats-io/jetstream';
import { moveCheckpoint, openCheckpoint, restartCheckpoint } from './checkpoint.js';
import { type EventPosition, type RecordedEvent, startPosition } from './event.js';
import { EventFollower, type FollowerSettings } from './event-follower.js';
import type { EventStore } from './event-store.js';
import { type IntegrationEvent, subjectOf } from './integration-event.js';
import type { LeaderElection } from './leader-election.js';
import { type SqlSession, sessionOfClient } from './sql-session.js';
import { type Upcasters, upcast } from './upcaster.js';

export interface OutboxRelayOptions extends FollowerSettings {
  store: EventStore;
  election: LeaderElection;
  jetstream: JetStreamClient;
  /** The service's name in upper case. */
  streamName: string;
  /** Undefined for an event that concerns nobody else. Pure: after a crash it is asked again. */
  toIntegrationEvent: (event: RecordedEvent) => IntegrationEvent | undefined;
  upcasters?: Upcasters;
  /** Creates the stream if it is missing; called whenever this relay is elected or recovers. */
  ensureStream?: () => Promise<void>;
  /** For each publication's acknowledgement; 5000 by default. */
  publishTimeoutMs?: number;
}

/**
 * Publishes committed events to JetStream in reading order: a batch is published, acknowledged, then marked. Killed in
 * between, it is published again, and JetStream drops what it has by `Nats-Msg-Id`, the event id; past the dedupe window
 * the subscribers' inboxes do. A stream that was wiped is filled again from the first event.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #follower: EventFollower;
  readonly #session: SqlSession;
  readonly #checkpoint: string;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    this.#session = sessionOfClient(options.store.pool);
    this.#checkpoint = `relay ${options.streamName}`;
    this.#follower = new EventFollower({
      ...options,
      name: this.#checkpoint,
      open: () => this.#open(),
      handle: (events, from) => this.#handle(events, from),
    });
  }

  /** One process relays, the others stand by. */
  start(): void {
    this.#follower.start();
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  wake(position?: EventPosition): void {
    this.#follower.wake(position);
  }

  async #open(): Promise<EventPosition> {
    const { ensureStream, jetstream, streamName } = this.#options;
    await ensureStream?.();
    const manager = await jetstream.jetstreamManager();
    const { created } = await manager.streams.info(streamName);
    const checkpoint = await openCheckpoint(this.#session, this.#checkpoint);
    if (checkpoint.transportId === created) return checkpoint;
    await restartCheckpoint(this.#session, this.#checkpoint, created);
    return startPosition;
  }

  async #handle(events: RecordedEvent[], from: EventPosition): Promise<void> {
    const { upcasters, toIntegrationEvent } = this.#options;
    const published = events.map((event) => toIntegrationEvent(upcast(event, upcasters))).filter((event) => !!event);
    await Promise.all(published.map((event) => this.#publish(event)));
    await moveCheckpoint(this.#session, this.#checkpoint, from, events.at(-1)!);
  }

  async #publish(event: IntegrationEvent): Promise<void> {
    const { jetstream, streamName, publishTimeoutMs = 5000 } = this.#options;
    await jetstream.publish(subjectOf(streamName, event), JSON.stringify(event), {
      msgID: event.eventId,
      timeout: publishTimeoutMs,
      expect: { streamName },
    });
  }
}
