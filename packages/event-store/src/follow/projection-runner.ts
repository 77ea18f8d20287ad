import {
  comparePositions,
  type EventPosition,
  type RecordedEvent,
  startPosition,
  type Upcasters,
  upcast,
} from '../kernel/event.js';
import { sessionOfClient, together } from '../kernel/sql-session.js';
import { surroundings } from '../kernel/surroundings.js';
import { CheckpointWaiters, moveCheckpoint, openCheckpoint } from './checkpoint.js';
import { EventFollower, type FollowerSettings } from './event-follower.js';
import { type ProjectionOptions, type RebuildProgress, rebuildProjection } from './projection-rebuild.js';

export interface ProjectionRunnerOptions<Tx> extends FollowerSettings, ProjectionOptions<Tx> {
  upcasters?: Upcasters;
}

/** Pause between two writes of the checkpoint while the projection ignores all events. */
const ignoredCheckpointMs = 1_000;

/**
 * One transaction writes rows and checkpoint. The transaction fails if the checkpoint is not where this process left
 * it, so two runners never apply an event twice. While the projection ignores all events, the checkpoint is stored only
 * once per `ignoredCheckpointMs`.
 */
export class ProjectionRunner<Tx> {
  readonly #options: ProjectionRunnerOptions<Tx>;
  readonly #follower: EventFollower;
  readonly #waiters: CheckpointWaiters;
  /** The stored checkpoint. The follower's position may be ahead, but only by events that this projection ignores. */
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

  start(): void {
    this.#follower.start();
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  /** Call this after commits of other processes; see `EventFollower.wake`. */
  wake(position?: EventPosition): void {
    this.#follower.wake(position);
  }

  /**
   * True once any process has applied the event at `position`, so that callers read their own writes; false after `timeoutMs`. A
   * `bigint` (global position) costs a look-up of the event; an `EventPosition` costs none.
   */
  waitFor(position: EventPosition | bigint, timeoutMs: number): Promise<boolean> {
    return this.#waiters.waitFor(position, timeoutMs);
  }

  /** Waits for the last of these events that the projection does not ignore; true immediately if it ignores all. */
  waitUntilShown(events: readonly RecordedEvent[], timeoutMs: number): Promise<boolean> {
    const last = events.findLast((event) => this.#concerns(event));
    return last ? this.waitFor(last, timeoutMs) : Promise.resolve(true);
  }

  /** Replays from the first event, in tables beside the live ones. Throws if another rebuild is running. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const apply = (events: RecordedEvent[], tx: Tx) => this.#apply(events, tx);
    return rebuildProjection({ batchSize: 500, ...this.#options, apply, onProgress });
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
        // Moves the checkpoint first: its lock makes a second runner or a rebuild wait for the end of this transaction.
        const moved = moveCheckpoint(sessionOf(tx), projection.name, this.#checkpoint, last);
        await together(moved, this.#apply(own, tx));
      });
      this.#checkpointIsAt(last);
    } else if (performance.now() - this.#checkpointAtMs >= ignoredCheckpointMs) await this.#moveCheckpoint(last);
    this.#waiters.reached(last);
  }

  /** Stores the checkpoint after events that the projection ignores. */
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

  /** Compares the type as it was stored. If an upcast renames the type, the projection has to list both names. */
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
