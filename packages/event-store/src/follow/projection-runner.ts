import { comparePositions, type EventPosition, type RecordedEvent, type Upcasters, upcast } from '../kernel/event.js';
import { sessionOfClient, together } from '../kernel/sql-session.js';
import { surroundings } from '../kernel/surroundings.js';
import { CheckpointMovedError, CheckpointWaiters, moveCheckpoints, openCheckpoints } from './checkpoint.js';
import { EventFollower, type FollowerSettings, ignoredCheckpointMs, printError } from './event-follower.js';
import type { Leadership } from './leader-election.js';
import {
  type Projection,
  type ProjectionOptions,
  type RebuildProgress,
  rebuildProjection,
} from './projection-rebuild.js';

export interface ProjectionRunnerOptions<Tx> extends FollowerSettings, Omit<ProjectionOptions<Tx>, 'projection'> {
  projections: readonly Projection<Tx>[];
  upcasters?: Upcasters;
  /** Wakes the followers of other processes, one of which leads and may not have stored its checkpoints yet. */
  wakeOthers?: () => void;
}

/** A projection that is further behind than this many batches reads on its own until it has caught up. */
const farBehindBatches = 10;

/** A projection that reads on its own, because it fails, is far behind, or is being rebuilt. */
interface Apart {
  follower: EventFollower;
  hasCaughtUp: boolean;
}

/**
 * Reads each event once for all projections of a service. One transaction writes their rows and checkpoints. It writes
 * nothing for a projection whose checkpoint is not where this process left it, so two runners never apply an event
 * twice. While the projections ignore all events, checkpoints are stored only once per `ignoredCheckpointMs`.
 *
 * If a batch fails, each projection gets its own transaction. A projection that fails again reads on its own until it
 * has caught up, and the others go on.
 */
export class ProjectionRunner<Tx> {
  readonly #options: ProjectionRunnerOptions<Tx>;
  readonly #projections: ReadonlyMap<string, Projection<Tx>>;
  readonly #follower: EventFollower;
  readonly #waiters: CheckpointWaiters;
  readonly #apart = new Map<string, Apart>();
  /** Stored checkpoints of the projections that are read together. */
  #together = new Map<string, EventPosition>();
  /** Positions up to which this process has read for each projection. May be ahead of checkpoints, by ignored events. */
  #reached = new Map<string, EventPosition>();
  #leadership: Leadership | undefined;
  #storedAtMs = 0;

  constructor(options: ProjectionRunnerOptions<Tx>) {
    this.#options = options;
    const { store, projections } = options;
    this.#projections = new Map(projections.map((projection) => [projection.name, projection]));
    const names = [...this.#projections.keys()];
    this.#follower = new EventFollower({
      ...options,
      name: names.join(),
      locks: names,
      open: (leadership) => this.#open(leadership),
      handle: (events, from) => this.#handle(events, from),
      onIdle: () => this.#store(this.#together, this.#follower.position),
    });
    const isLeading = () => this.#leadership?.signal.aborted === false;
    this.#waiters = new CheckpointWaiters(sessionOfClient(store.pool), names, {
      ownPosition: (name) => (isLeading() ? this.#reached.get(name) : undefined),
      wakeOthers: options.wakeOthers,
    });
  }

  start(): void {
    this.#follower.start();
  }

  async stop(): Promise<void> {
    await this.#follower.stop();
    await this.#stopApart();
  }

  /**
   * True once any process has applied the event at `position` to the named projections, by default to all, so that
   * callers read their own writes; false after `timeoutMs`.
   */
  waitFor(position: EventPosition, timeoutMs: number, names?: readonly string[]): Promise<boolean> {
    for (const name of names ?? []) this.#projection(name);
    return this.#waiters.waitFor(position, timeoutMs, names);
  }

  /** True once each projection shows the last of `events` that it handles. Skips a projection that ignores all. */
  async waitUntilShown(events: readonly RecordedEvent[], timeoutMs: number): Promise<boolean> {
    const shown = await Promise.all(
      this.#options.projections.map((projection) => {
        const last = events.findLast((event) => concerns(projection, event));
        return last ? this.waitFor(last, timeoutMs, [projection.name]) : true;
      }),
    );
    return shown.every(Boolean);
  }

  /** Replays from the first event, in tables beside the live ones. Throws if another rebuild is running. */
  rebuild(name: string, onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const projection = this.#projection(name);
    const apply = (events: RecordedEvent[], tx: Tx) => this.#apply(projection, events, tx);
    return rebuildProjection({ batchSize: 500, ...this.#options, projection, apply, onProgress });
  }

  #projection(name: string): Projection<Tx> {
    const projection = this.#projections.get(name);
    if (!projection) throw new Error(`there is no projection ${name} in this process`);
    return projection;
  }

  async #open(leadership: Leadership): Promise<EventPosition> {
    await this.#stopApart();
    this.#leadership = leadership;
    const names = [...this.#projections.keys()];
    const checkpoints = await openCheckpoints(sessionOfClient(this.#options.store.pool), names);
    this.#reached = new Map(checkpoints);
    this.#storedAtMs = performance.now();
    const sorted = [...checkpoints.values()].sort(comparePositions);
    const newest = sorted.at(-1)!.globalPosition;
    const near = BigInt(farBehindBatches * (this.#options.batchSize ?? 500));
    const isNear = ({ globalPosition }: EventPosition) => newest - globalPosition <= near;
    this.#together = new Map([...checkpoints].filter(([, position]) => isNear(position)));
    for (const [name, position] of checkpoints) if (!isNear(position)) this.#readApart(name);
    return sorted.find(isNear)!;
  }

  async #handle(events: RecordedEvent[], from: EventPosition): Promise<void> {
    await this.#admit(from);
    const last = events.at(-1)!;
    const failed = new Map<string, unknown>();
    try {
      await this.#applyTo(this.#together, events);
    } catch (error) {
      if (this.#together.size === 1 || error instanceof CheckpointMovedError) throw error;
      for (const [name, position] of [...this.#together]) {
        const alone = new Map([[name, position]]);
        await this.#applyTo(alone, events).catch((ownError) => failed.set(name, ownError));
        if (!failed.has(name)) this.#together.set(name, alone.get(name)!);
      }
      if (failed.size === this.#together.size) throw error;
    }
    for (const [name, error] of failed)
      this.#readApart(name, error instanceof CheckpointMovedError ? undefined : error);
    this.#hasReached(this.#together.keys(), last);
  }

  /** Applies the events after the checkpoints of `members`, which it moves. Removes the members that it cannot move. */
  async #applyTo(members: Map<string, EventPosition>, events: RecordedEvent[]): Promise<void> {
    const { transaction, sessionOf } = this.#options;
    const last = events.at(-1)!;
    const own = new Map(
      [...members].map(([name, checkpoint]) => {
        const projection = this.#projection(name);
        const isNew = (event: RecordedEvent) => comparePositions(event, checkpoint) > 0 && concerns(projection, event);
        return [projection, events.filter(isNew)];
      }),
    );
    if ([...own.values()].every((given) => given.length === 0)) {
      if (performance.now() - this.#storedAtMs >= ignoredCheckpointMs) await this.#store(members, last);
      return;
    }
    const moved = await transaction(async (tx) => {
      // Moves the checkpoints first: their locks make a second runner or a rebuild wait for the end of this transaction.
      const names = await moveCheckpoints(sessionOf(tx), behind(members, last), last);
      const given = [...own].filter(([{ name }, { length }]) => length > 0 && names.has(name));
      await together(...given.map(([projection, its]) => this.#apply(projection, its, tx)));
      return names;
    });
    this.#hasMoved(members, moved, last);
  }

  /** Stores the checkpoints after events that the projections ignore. */
  async #store(members: Map<string, EventPosition>, position: EventPosition | undefined): Promise<void> {
    const late = position && behind(members, position);
    if (!late || late.size === 0) return;
    this.#hasMoved(members, await moveCheckpoints(sessionOfClient(this.#options.store.pool), late, position), position);
  }

  /** A rebuild holds the checkpoint of a member that was not moved, or has moved it. That member waits on its own. */
  #hasMoved(members: Map<string, EventPosition>, moved: ReadonlySet<string>, to: EventPosition): void {
    this.#storedAtMs = performance.now();
    for (const name of behind(members, to).keys()) {
      if (moved.has(name)) members.set(name, to);
      else this.#readApart(name);
    }
  }

  /** Has the projection read on its own, from its checkpoint on, for as long as this process leads. */
  #readApart(name: string, reason?: unknown): void {
    const { onError = printError } = this.#options;
    if (reason !== undefined) onError(reason, name);
    this.#together.delete(name);
    const leadership = this.#leadership!;
    let members = new Map<string, EventPosition>();
    const follower = new EventFollower({
      ...this.#options,
      name,
      // The leader of all projections has the lock of this one.
      election: { campaign: async () => (leadership.signal.aborted ? undefined : leadershipWithin(leadership)) },
      open: async () => {
        members = await openCheckpoints(sessionOfClient(this.#options.store.pool), [name]);
        // A rebuild may have moved the checkpoint past all events.
        this.#hasReached([name], members.get(name)!);
        return members.get(name)!;
      },
      handle: async (events) => {
        apart.hasCaughtUp = false;
        const last = events.at(-1)!;
        await this.#applyTo(members, events);
        this.#hasReached([name], last);
        if (events.length === (this.#options.batchSize ?? 500)) return;
        await this.#store(members, last);
        apart.hasCaughtUp = true;
      },
      onIdle: async () => {
        await this.#store(members, follower.position);
        apart.hasCaughtUp = true;
      },
    });
    const apart: Apart = { follower, hasCaughtUp: false };
    this.#apart.set(name, apart);
    follower.start();
  }

  /** Takes back the projections that have caught up. `from`: position up to which the others have read. */
  async #admit(from: EventPosition): Promise<void> {
    for (const [name, { follower, hasCaughtUp }] of [...this.#apart]) {
      if (!hasCaughtUp) continue;
      await follower.stop();
      this.#apart.delete(name);
      const session = sessionOfClient(this.#options.store.pool);
      const checkpoint = (await openCheckpoints(session, [name])).get(name)!;
      if (comparePositions(checkpoint, from) >= 0) this.#together.set(name, checkpoint);
      else this.#readApart(name);
    }
  }

  async #stopApart(): Promise<void> {
    const followers = [...this.#apart.values()].map(({ follower }) => follower.stop());
    this.#apart.clear();
    await Promise.all(followers);
  }

  #hasReached(names: Iterable<string>, position: EventPosition): void {
    for (const name of names) {
      const known = this.#reached.get(name);
      if (!known || comparePositions(known, position) < 0) this.#reached.set(name, position);
    }
    this.#waiters.reached(this.#reached);
  }

  async #apply(projection: Projection<Tx>, events: RecordedEvent[], tx: Tx): Promise<void> {
    const current = events.map((event) => upcast(event, this.#options.upcasters));
    if (projection.applyAll) return projection.applyAll(current, tx);
    for (const event of current) {
      await surroundings().following(event.metadata, () => projection.apply(event, tx));
    }
  }
}

/** Compares the type as it was stored. If an upcast renames the type, the projection has to list both names. */
const concerns = <Tx>({ eventTypes }: Projection<Tx>, { type }: RecordedEvent): boolean =>
  eventTypes?.includes(type) ?? true;

const behind = (members: ReadonlyMap<string, EventPosition>, position: EventPosition) =>
  new Map([...members].filter(([, checkpoint]) => comparePositions(checkpoint, position) < 0));

const leadershipWithin = ({ signal }: Leadership): Leadership => ({ signal, release: async () => undefined });
