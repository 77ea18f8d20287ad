import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { v5 as uuidv5 } from 'uuid';
import type { Checkpoint, TransportMark } from '../follow/checkpoint.js';
import { comparePositions, type EventPosition, startPosition } from '../kernel/event.js';
import { type PositionRow, positionOf } from '../kernel/row.js';
import type { SqlSession } from '../kernel/sql-session.js';

/** The stream has lost events that it acknowledged, so they have to be published again. */
export class StreamReplacedError extends Error {
  override readonly name = 'StreamReplacedError';

  constructor(streamName: string) {
    super(`stream ${streamName} lacks events that it acknowledged; they are published again`);
  }
}

interface StreamFindings {
  /** The stream's identity: the time of its creation. */
  id: string;
  /** Number of messages that were removed between the stream's first and last one. */
  holes: number;
  /** Events after this position have to be published again; undefined if the stream lacks none. */
  publishAfter?: EventPosition;
}

/** Number of messages at the end of a restored stream that its relay may have added before noticing the restoration. */
const MARGIN = 2_000;

/** Events older than this are not published again; consumers that lack them fetch them from the event table. */
const RECENT_SECONDS = 5 * 60;

/** If there are more holes, their list is not read, because NATS sends it in one answer of at most 1 MB. */
const NAMED_HOLES_MAX = 50_000;

/** The clocks of the servers may differ by this much. */
const EXPIRY_TOLERANCE_SECONDS = 24 * 3_600;
const NANOSECONDS_PER_SECOND = 1e9;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Republished events need new ids, because JetStream drops a message with a known id, even if the original is lost. */
export const messageIdOf = (eventId: string, generation: number): string =>
  generation === 0 ? eventId : `${eventId}:${generation}`;

export const eventIdOf = (messageId: string | undefined): string | undefined => messageId?.split(':', 1)[0];

/** Compares a stream with the messages that it acknowledged to the relay. */
export class StreamMarks {
  constructor(
    private readonly manager: () => Promise<JetStreamManager>,
    private readonly streamName: string,
    private readonly session: SqlSession,
  ) {}

  /** The events to publish again are at most `RECENT_SECONDS` older than the event at the checkpoint. */
  async inspect(checkpoint: Checkpoint): Promise<StreamFindings> {
    const found = await this.#compare(checkpoint);
    if (!found.publishAfter) return found;
    const recent = await this.#recentBefore(checkpoint);
    const isOlder = comparePositions(found.publishAfter, recent) < 0;
    return { ...found, publishAfter: isOlder ? recent : found.publishAfter };
  }

  async #compare({ transportId, mark, holes: knownHoles }: Checkpoint): Promise<StreamFindings> {
    const manager = await this.manager();
    const info = await manager.streams.info(this.streamName);
    const holes = holesOf(info);
    const found: StreamFindings = { id: info.created, holes };
    if (transportId !== info.created) return { ...found, publishAfter: startPosition };
    const { first_seq: first, last_seq: last } = info.state;
    if (mark && !(await this.#holds(info, mark))) return { ...found, publishAfter: await this.#before(last, first) };
    if (holes <= knownHoles) return found;
    if (holes > NAMED_HOLES_MAX) return { ...found, publishAfter: startPosition };
    const { state } = await manager.streams.info(this.streamName, { deleted_details: true });
    let firstHole = last;
    for (const hole of state.deleted ?? []) firstHole = Math.min(firstHole, hole);
    return { ...found, publishAfter: await this.#before(firstHole, first) };
  }

  /** Messages expire from the start of a stream, so a missing old message proves nothing. */
  async #holds({ state, config }: StreamInfo, { sequence, eventId }: TransportMark): Promise<boolean> {
    if (state.last_seq < sequence) return false;
    const stored = await this.#eventAt(sequence);
    if (stored !== undefined) return stored === eventId;
    if (config.max_age === 0) return false;
    const [event] = await this.session.query<{ is_old: boolean }>(
      `select recorded_at < clock_timestamp() - make_interval(secs => $2::float8) as is_old from events where event_id = $1::uuid`,
      [eventId, config.max_age / NANOSECONDS_PER_SECOND - EXPIRY_TOLERANCE_SECONDS],
    );
    return event?.is_old ?? false;
  }

  /** Position of the last event that is more than `RECENT_SECONDS` older than the event at the checkpoint. */
  async #recentBefore({ globalPosition }: EventPosition): Promise<EventPosition> {
    const [row] = await this.session.query<PositionRow>(
      `select global_position from events where global_position <= $1::text::bigint
          and recorded_at < (select recorded_at from events where global_position = $1::text::bigint)
            - make_interval(secs => $2::float8)
        order by global_position desc limit 1`,
      [String(globalPosition), RECENT_SECONDS],
    );
    return row ? positionOf(row) : startPosition;
  }

  /** Position of the event that is `MARGIN` messages before `sequence` in the stream. */
  async #before(sequence: number, first: number): Promise<EventPosition> {
    for (let at = sequence - MARGIN; at >= first && at < sequence; at++) {
      const position = await this.#positionOf(await this.#eventAt(at));
      if (position) return position;
    }
    return startPosition;
  }

  /** Undefined if the message is gone. */
  async #eventAt(sequence: number): Promise<string | undefined> {
    const manager = await this.manager();
    const message = await manager.streams.getMessage(this.streamName, { seq: sequence });
    return eventIdOf(message?.header.get('Nats-Msg-Id'));
  }

  /** Undefined if the message is not an event of this database. */
  async #positionOf(eventId: string | undefined): Promise<EventPosition | undefined> {
    if (!eventId || !UUID.test(eventId)) return undefined;
    const [row] = await this.session.query<PositionRow>(
      'select global_position from events where event_id = $1::uuid',
      [eventId],
    );
    return row && positionOf(row);
  }
}

function holesOf({ state }: StreamInfo): number {
  return state.messages === 0 ? 0 : state.last_seq - state.first_seq + 1 - state.messages;
}

const namespace = '6f0d7f5e-3c1b-4f0e-9a53-0d6f4a7c2b91';

/** A UUID of version 5. The same text gives the same id, so code that runs again after a crash makes the same id. */
export const uuidOf = (text: string): string => uuidv5(text, namespace);
