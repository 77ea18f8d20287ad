import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamClient, PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { EventStore } from '../append/event-store.js';
import {
  type Checkpoint,
  forgetHoles,
  moveCheckpoint,
  openTransportCheckpoint,
  restartCheckpoint,
  type TransportMark,
} from '../follow/checkpoint.js';
import { EventFollower, type FollowerSettings, ignoredCheckpointMs } from '../follow/event-follower.js';
import type { LeaderElection } from '../follow/leader-election.js';
import { comparePositions, type EventPosition, type RecordedEvent, type Upcasters, upcast } from '../kernel/event.js';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';
import { type OpenSpan, surroundings } from '../kernel/surroundings.js';
import { messageIdOf, StreamMarks, StreamReplacedError } from './stream-marks.js';

/** @param session outside any transaction */
export type ToIntegrationEvent = (
  event: RecordedEvent,
  session: SqlSession,
) => IntegrationEvent | undefined | Promise<IntegrationEvent | undefined>;

export interface OutboxRelayOptions extends FollowerSettings {
  store: EventStore;
  election: LeaderElection;
  jetstream: JetStreamClient;
  /** The service's name in upper case. */
  streamName: string;
  /** Returns undefined if no other service needs the event. Must have no effects, because a crash repeats the call. */
  toIntegrationEvent: ToIntegrationEvent;
  /** How to publish the events that no stream stores: their subjects by type. */
  live?: { subjects: ReadonlyMap<string, string>; nats: Pick<NatsConnection, 'publish' | 'flush'> };
  upcasters?: Upcasters;
  /** Called at each election and recovery; creates the stream if it is missing. */
  ensureStream?: () => Promise<void>;
  /** Awaited before a batch (in reading order) is published, so that this service shows a change before others know it. */
  beforePublish?: (events: readonly RecordedEvent[]) => Promise<unknown>;
  /** Timeout of each acknowledgement; 2000 by default. A publication is lost if the server disappears meanwhile. */
  publishTimeoutMs?: number;
  /** How often the stream is checked while there is nothing to publish; 10000 by default. */
  streamCheckMs?: number;
}

export const relayCheckpointOf = (streamName: string): string => `relay ${streamName}`;

/**
 * Publishes committed events to JetStream in reading order: a batch, its acknowledgements, then the checkpoint. A crash in between repeats
 * the batch. JetStream drops the copies by `Nats-Msg-Id`; after its dedupe window, the subscribers' inboxes ignore them. If the stream was
 * wiped or restored to an older state, the relay publishes the last minutes again; consumers fetch older events from the event table.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions & { publishTimeoutMs: number };
  readonly #follower: EventFollower;
  readonly #session: SqlSession;
  readonly #checkpoint: string;
  readonly #marks: StreamMarks;
  #mark: TransportMark | undefined;
  #generation = 0;
  /** The stored checkpoint. */
  #stored: EventPosition | undefined;
  #storedAtMs = 0;
  #checkedAtMs = 0;

  constructor(options: OutboxRelayOptions) {
    this.#options = { publishTimeoutMs: 2000, ...options };
    this.#session = sessionOfClient(options.store.pool);
    this.#checkpoint = relayCheckpointOf(options.streamName);
    this.#marks = new StreamMarks(() => options.jetstream.jetstreamManager(), options.streamName, this.#session);
    this.#follower = new EventFollower({
      ...options,
      name: this.#checkpoint,
      open: () => this.#open(),
      handle: (events) => this.#handle(events),
      onIdle: async () => {
        await this.#store(this.#follower.position!);
        await this.#checkStreamWhenDue();
      },
    });
  }

  start(): void {
    this.#follower.start();
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  async #open(): Promise<EventPosition> {
    await this.#options.ensureStream?.();
    const checkpoint = await openTransportCheckpoint(this.#session, this.#checkpoint);
    const found = await this.#marks.inspect(checkpoint);
    this.#checkedAtMs = performance.now();
    if (!found.publishAfter) return this.#continueFrom(checkpoint);
    await restartCheckpoint(this.#session, this.#checkpoint, checkpoint, found.publishAfter, found);
    return this.#continueFrom(await openTransportCheckpoint(this.#session, this.#checkpoint));
  }

  #continueFrom(checkpoint: Checkpoint): EventPosition {
    this.#mark = checkpoint.mark;
    this.#generation = checkpoint.generation;
    this.#stored = checkpoint;
    this.#storedAtMs = performance.now();
    return checkpoint;
  }

  async #handle(events: RecordedEvent[]): Promise<void> {
    const { upcasters, toIntegrationEvent, beforePublish } = this.#options;
    const told = await Promise.all(events.map((event) => toIntegrationEvent(upcast(event, upcasters), this.#session)));
    const published = told.filter((event) => !!event);
    await beforePublish?.(events);
    const sent = await Promise.all(published.map(async (event) => ({ event, ack: await this.#publish(event) })));
    const stored = sent.flatMap(({ event, ack }) => (ack ? [{ event, ack }] : []));
    if (stored.length < sent.length) await this.#flush();
    if (stored.length === 0 && performance.now() - this.#storedAtMs < ignoredCheckpointMs) return;
    const mark = this.#markOf(stored);
    await this.#store(events.at(-1)!, mark);
    this.#mark = mark ?? this.#mark;
  }

  async #store(position: EventPosition, mark?: TransportMark): Promise<void> {
    if (comparePositions(position, this.#stored!) <= 0) return;
    await moveCheckpoint(this.#session, this.#checkpoint, this.#stored!, position, mark);
    this.#stored = position;
    this.#storedAtMs = performance.now();
  }

  /** Returns the last event that the stream stored. If a new event gets no higher number, the stream was replaced. */
  #markOf(stored: readonly { event: IntegrationEvent; ack: PubAck }[]): TransportMark | undefined {
    let mark = this.#mark;
    for (const { event, ack } of stored) {
      const { seq: sequence, duplicate } = ack;
      if (mark && sequence <= mark.sequence) {
        if (duplicate) continue;
        throw new StreamReplacedError(this.#options.streamName);
      }
      mark = { sequence, eventId: event.eventId };
    }
    return mark === this.#mark ? undefined : mark;
  }

  /** Begins no trace for an event that was recorded without one, because millions of events may be published again. */
  #publish(event: IntegrationEvent): Promise<PubAck | undefined> {
    const subject = this.#options.live?.subjects.get(event.type) ?? subjectOf(this.#options.streamName, event);
    const { traceparent: parent, eventId, type, correlationId } = event;
    if (parent === undefined) return this.#send(subject, event);
    const attributes = () => ({
      'messaging.system': 'nats',
      'messaging.operation.type': 'send',
      'messaging.destination.name': subject,
      'messaging.message.id': eventId,
      'correlation.id': correlationId,
    });
    return surroundings().inSpan(`publish ${type}`, { kind: 'producer', parent, attributes }, (span) =>
      this.#send(subject, event, span),
    );
  }

  /** Resolves to undefined for an event that no stream stores. */
  async #send(subject: string, event: IntegrationEvent, span?: OpenSpan): Promise<PubAck | undefined> {
    const { jetstream, live, streamName } = this.#options;
    const traced = span && { headers: headersOf(span) };
    const payload = JSON.stringify(event);
    if (live?.subjects.has(event.type)) return void live.nats.publish(subject, payload, traced);
    return jetstream.publish(subject, payload, {
      msgID: messageIdOf(event.eventId, this.#generation),
      timeout: this.#options.publishTimeoutMs,
      expect: { streamName },
      ...traced,
    });
  }

  /** Resolves when the server has received the live events. Gateways must drop what they have cached. */
  async #flush(): Promise<void> {
    const timeout = new AbortController();
    const late = delay(this.#options.publishTimeoutMs, undefined, { signal: timeout.signal }).then(() => {
      throw new Error('NATS did not answer in time');
    });
    await Promise.race([this.#options.live!.nats.flush(), late]).finally(() => timeout.abort());
  }

  async #checkStreamWhenDue(): Promise<void> {
    const { streamCheckMs = 10_000, streamName } = this.#options;
    if (performance.now() - this.#checkedAtMs < streamCheckMs) return;
    const checkpoint = await openTransportCheckpoint(this.#session, this.#checkpoint);
    const { publishAfter, holes } = await this.#marks.inspect(checkpoint);
    if (publishAfter) throw new StreamReplacedError(streamName);
    if (holes < checkpoint.holes) await forgetHoles(this.#session, this.#checkpoint, holes);
    this.#checkedAtMs = performance.now();
  }
}

/** A header contains the trace, not the event, because each publication of an event is a separate span. */
function headersOf({ traceparent }: OpenSpan) {
  const traced = headers();
  traced.set('traceparent', traceparent);
  return traced;
}

/** An event as other services receive it: JSON on the wire, `recordedAt` in ISO 8601. */
export interface IntegrationEvent<Type extends string = string, Data = unknown> {
  eventId: string;
  type: Type;
  version: number;
  streamId: string;
  streamVersion: number;
  recordedAt: string;
  correlationId: string;
  causationId?: string;
  actor?: string;
  traceparent?: string;
  data: Data;
}

/** Keeps the identity and metadata of the event, with another type, version and data. */
export function integrationEventOf<Type extends string, Data>(
  event: RecordedEvent,
  published: { type: Type; version?: number; data: Data },
): IntegrationEvent<Type, Data> {
  return {
    eventId: event.eventId,
    type: published.type,
    version: published.version ?? 1,
    streamId: event.streamId,
    streamVersion: event.streamVersion,
    recordedAt: event.recordedAt.toISOString(),
    ...event.metadata,
    data: published.data,
  };
}

/** `<service>.<Type>.v<version>`, where the service is the stream's name in lower case. */
export function subjectOf(streamName: string, event: Pick<IntegrationEvent, 'type' | 'version'>): string {
  return `${streamName.toLowerCase()}.${event.type}.v${event.version}`;
}
