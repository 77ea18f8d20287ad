import type { EventStore } from '../append/event-store.js';
import {
  comparePositions,
  type EventPosition,
  type RecordedEvent,
  startPosition,
  type Upcasters,
  upcast,
} from '../kernel/event.js';
import { type SqlSession, sessionOfClient, together } from '../kernel/sql-session.js';
import { surroundings } from '../kernel/surroundings.js';
import { CheckpointWaiters, moveCheckpoint, openCheckpoint } from './checkpoint.js';
import { EventFollower, type FollowerSettings } from './event-follower.js';
import type { LeaderElection } from './leader-election.js';
import { type Projection, type RebuildProgress, rebuildProjection } from './projection-rebuild.js';

export interface ProjectionRunnerOptions<Tx> extends FollowerSettings {
  store: EventStore;
  election: LeaderElection;
  projection: Projection<Tx>;
  /** Runs the work in one transaction of the store's database. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  sessionOf: (tx: Tx) => SqlSession;
  upcasters?: Upcasters;
}

/** How often the checkpoint is stored while all events that arrive are ignored by the projection. */
const ignoredCheckpointMs = 1_000;

/**
 * Keeps a projection's rows at the event stream's end. Rows and checkpoint are one transaction, and the checkpoint moves
 * only from where this process believes it to be: an event is applied once, even by two runners at once. For events
 * that the projection ignores, the checkpoint is stored later: most events concern few projections.
 */
export class ProjectionRunner<Tx> {
  readonly #options: ProjectionRunnerOptions<Tx>;
  readonly #follower: EventFollower;
  readonly #waiters: CheckpointWaiters;
  /** The stored checkpoint. The follower's position may be ahead of it, but only by events that this projection ignores. */
  #checkpoint: EventPosition = startPosition;
  #checkpointAtMs = 0;

  constructor(options: ProjectionRunnerOptions<Tx>) {
    this.#options = options;
    const { store, projection } = options;
    this.#follower = new EventFollower({
      ...options,
      name: projection.name,
      open: () => this.#open(),
      handle: (events) => this.#handle(events),
      onIdle: () => this.#moveCheckpoint(this.#follower.position),
    });
    this.#waiters = new CheckpointWaiters(sessionOfClient(store.pool), projection.name, () => this.#follower.position);
  }

  get name(): string {
    return this.#options.projection.name;
  }

  /** One process runs, the others stand by: when it stops or loses its connection, one of them goes on. */
  start(): void {
    this.#follower.start();
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  /** Looks at once; given a position, looks often until it is passed. For commits of other processes. */
  wake(position?: EventPosition): void {
    this.#follower.wake(position);
  }

  /**
   * Read your writes: resolves true once the event at `position` is applied, in whichever process, and false after
   * `timeoutMs`. Give the event itself, or its global position, which costs one look-up.
   */
  waitFor(position: EventPosition | bigint, timeoutMs: number): Promise<boolean> {
    return this.#waiters.waitFor(position, timeoutMs);
  }

  /** The same for the last of these events that the projection does not ignore. True at once if it ignores all of them. */
  waitUntilShown(events: readonly RecordedEvent[], timeoutMs: number): Promise<boolean> {
    const last = events.findLast((event) => this.#concerns(event));
    return last ? this.waitFor(last, timeoutMs) : Promise.resolve(true);
  }

  /**
   * Builds the projection anew from the first event, in tables beside the live ones, which go on being read and
   * written; then, in one short transaction, replaces the live rows. One rebuild at a time. Throws if another is running.
   */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const { store, election, projection, transaction, sessionOf, batchSize = 500 } = this.#options;
    return rebuildProjection({
      store,
      election,
      projection,
      transaction,
      sessionOf,
      batchSize,
      apply: (events, tx) => this.#apply(events, tx),
      ...(onProgress && { onProgress }),
    });
  }

  async #open(): Promise<EventPosition> {
    const { store, projection } = this.#options;
    this.#checkpointIsAt(await openCheckpoint(sessionOfClient(store.pool), projection.name));
    return this.#checkpoint;
  }

  async #handle(events: RecordedEvent[]): Promise<void> {
    const { projection, transaction, sessionOf } = this.#options;
    const last = events.at(-1)!;
    const own = events.filter((event) => this.#concerns(event));
    if (own.length > 0) {
      await transaction(async (tx) => {
        // The checkpoint first, for it holds a second runner or a rebuild off until this transaction has ended.
        const moved = moveCheckpoint(sessionOf(tx), projection.name, this.#checkpoint, last);
        await together(moved, this.#apply(own, tx));
      });
      this.#checkpointIsAt(last);
    } else if (performance.now() - this.#checkpointAtMs >= ignoredCheckpointMs) await this.#moveCheckpoint(last);
    this.#waiters.reached(last);
  }

  /** Stores the checkpoint behind events that the projection ignores. */
  async #moveCheckpoint(position: EventPosition | undefined): Promise<void> {
    if (!position || comparePositions(position, this.#checkpoint) <= 0) return;
    const { store, projection } = this.#options;
    await moveCheckpoint(sessionOfClient(store.pool), projection.name, this.#checkpoint, position);
    this.#checkpointIsAt(position);
  }

  #checkpointIsAt(position: EventPosition): void {
    this.#checkpoint = position;
    this.#checkpointAtMs = performance.now();
  }

  /** By the type as it was stored: an upcast may rename it, and then the projection names both. */
  #concerns({ type }: RecordedEvent): boolean {
    return this.#options.projection.eventTypes?.includes(type) ?? true;
  }

  async #apply(events: RecordedEvent[], tx: Tx): Promise<void> {
    const { projection, upcasters } = this.#options;
    const current = events.map((event) => upcast(event, upcasters));
    if (projection.applyAll) return projection.applyAll(current, tx);
    for (const event of current) {
      await surroundings().following(event.metadata, () => projection.apply(event, tx));
    }
  }
}
