import type { EventStore } from '../append/event-store.js';
import { comparePositions, type EventPosition, type RecordedEvent } from '../kernel/event.js';
import { CheckpointMovedError } from './checkpoint.js';
import type { LeaderElection, Leadership } from './leader-election.js';

export interface FollowerSettings extends PacerOptions {
  /** Largest number of events that are handled together; 500 by default. */
  batchSize?: number;
  /** How long an event waits for others to be read with it; 0 by default. Set it only if no caller awaits the results. */
  gatherMs?: number;
  /** Pause between two tries to become the leader; 1000 by default. */
  electionRetryMs?: number;
  /** The first pause after a failure; 100 by default. It doubles up to 10 s. */
  failureRetryMs?: number;
  /** Called with every failure, after which the follower continues. Prints the failure by default. */
  onError?: (error: unknown, follower: string) => void;
}

interface FollowerOptions extends FollowerSettings {
  name: string;
  /** Locks that the leader holds; by default one with the follower's name. */
  locks?: readonly string[];
  store: EventStore;
  election: Pick<LeaderElection, 'campaign'>;
  /** Called after the election. Returns the position from which to continue. */
  open: (leadership: Leadership) => Promise<EventPosition>;
  /** Effects and checkpoint are durable when the promise resolves. */
  handle: (events: RecordedEvent[], from: EventPosition) => Promise<void>;
  /** Called before a pause. If it throws, the follower calls `open` again. */
  onIdle?: () => Promise<void>;
}

/** Shortest time between the starts of batches under load, so that batches are large. Single events do not wait. */
const batchIntervalMs = 5;

/** Pause between two writes of a checkpoint while all events are ignored. A crash repeats them without an effect. */
export const ignoredCheckpointMs = 1_000;

const longestFailurePauseMs = 10_000;

/** Follows all events in reading order, in one process at a time. */
export class EventFollower {
  readonly #options: FollowerOptions;
  readonly #pacer: Pacer;
  #running: Promise<void> | undefined;
  #stopping = false;
  #unsubscribe: (() => void) | undefined;
  #position: EventPosition | undefined;
  /** Position of a committed event that may not be visible yet, because an append that began earlier delays it. */
  #expected: EventPosition | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#pacer = new Pacer(options);
  }

  /** Undefined while this process does not lead. */
  get position(): EventPosition | undefined {
    return this.#position;
  }

  get isLeading(): boolean {
    return this.#position !== undefined;
  }

  start(): void {
    if (this.#running) return;
    this.#stopping = false;
    this.#pacer.resume();
    this.#unsubscribe = this.#options.store.addFollower(this);
    this.#running = this.#run();
  }

  /** Finishes the batch under way, then releases the lock. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    this.#pacer.interrupt();
    await this.#running;
    this.#running = undefined;
  }

  /** Reads immediately, then often until the follower has passed `position`. Does nothing if it has passed already. */
  wake(position?: EventPosition): void {
    if (!position) return void this.#pacer.wake();
    if (this.#position && comparePositions(position, this.#position) <= 0) return;
    if (!this.#expected || comparePositions(position, this.#expected) > 0) this.#expected = position;
    this.#pacer.endPause();
  }

  async #run(): Promise<void> {
    const { name, electionRetryMs = 1000, failureRetryMs = 100, onError = printError } = this.#options;
    let failures = 0;
    while (!this.#stopping) {
      let restMs = electionRetryMs;
      try {
        await this.#campaign(() => {
          failures = 0;
        });
      } catch (error) {
        onError(error, name);
        restMs = Math.min(failureRetryMs * 2 ** failures++, longestFailurePauseMs);
      }
      await this.#pacer.rest(restMs);
    }
  }

  /** Returns if another process leads, or once this process stops leading and has released the lock. */
  async #campaign(onProgress: () => void): Promise<void> {
    const { election, name, locks = [name] } = this.#options;
    const held: Leadership[] = [];
    const release = async (): Promise<void> => {
      for (const leadership of held.toReversed()) await leadership.release();
    };
    try {
      for (const lock of locks) {
        const leadership = await election.campaign(lock);
        if (!leadership) return;
        held.push(leadership);
      }
      const signal = AbortSignal.any(held.map((leadership) => leadership.signal));
      await this.#lead({ signal, release }, onProgress);
    } finally {
      this.#position = undefined;
      await release();
    }
  }

  async #lead(leadership: Leadership, onProgress: () => void): Promise<void> {
    const { signal } = leadership;
    const reopen = () => this.#options.open(leadership);
    const { store, handle, onIdle, batchSize = 500, gatherMs = 0 } = this.#options;
    this.#position = await reopen();
    while (!this.#stopping && !signal.aborted) {
      const startedAtMs = performance.now();
      const from: EventPosition = this.#position;
      const events = await store.readAfter(from, batchSize);
      if (signal.aborted || this.#stopping) return;
      if (events.length === 0) {
        this.#position = await this.#orWhereMoved(reopen, from, async () => onIdle?.());
        await this.#pacer.pause(this.#isBehindExpected(from));
        if (gatherMs > 0) await this.#pacer.rest(gatherMs);
        continue;
      }
      this.#position = await this.#orWhereMoved(reopen, events.at(-1)!, () => handle(events, from));
      this.#pacer.traffic();
      onProgress();
      if (events.length === batchSize) continue;
      if (!this.#isBehindExpected(this.#position)) await this.#pacer.pause(false);
      else if (events.length > 1) await this.#pacer.collect(startedAtMs + batchIntervalMs);
      if (gatherMs > 0) await this.#pacer.rest(gatherMs);
    }
  }

  /** Returns `position`, or the result of `open` if a rebuild or another leader has moved the checkpoint. */
  async #orWhereMoved(
    reopen: () => Promise<EventPosition>,
    position: EventPosition,
    work: () => Promise<void>,
  ): Promise<EventPosition> {
    try {
      await work();
      return position;
    } catch (error) {
      if (!(error instanceof CheckpointMovedError)) throw error;
      return reopen();
    }
  }

  #isBehindExpected(position: EventPosition): boolean {
    return this.#expected !== undefined && comparePositions(position, this.#expected) < 0;
  }
}

export const printError = (error: unknown, follower: string): void => console.error(`${follower}:`, error);

interface PacerOptions {
  /** Longest pause while an event is expected; 10 by default. */
  trafficPollMs?: number;
  /** Pause while no event is expected; 1000 by default. */
  idlePollMs?: number;
}

/** After this many reads that find nothing, the follower looks for an expected event ten times less often. */
const patientLooks = 200;

/**
 * Pauses after reads: briefly while an event is expected, otherwise for the idle pause. Commits wake the followers; idle
 * reads find events whose commits failed to wake them.
 */
export class Pacer {
  readonly #trafficPollMs: number;
  readonly #idlePollMs: number;
  #fruitlessLooks = 0;
  #woken = false;
  #interrupted = false;
  #endPause: (() => void) | undefined;
  #endRest: (() => void) | undefined;

  constructor(options: PacerOptions = {}) {
    this.#trafficPollMs = options.trafficPollMs ?? 10;
    this.#idlePollMs = options.idlePollMs ?? 1000;
  }

  /** Ends the current pause. If there is none, skips the next pause. */
  wake(): void {
    this.#woken = true;
    this.endPause();
  }

  /** Ends the current pause without an effect on later pauses. */
  endPause(): void {
    this.traffic();
    this.#endPause?.();
  }

  /** Ends the current pause or rest. Later ones end immediately until `resume` is called. */
  interrupt(): void {
    this.#interrupted = true;
    this.#endPause?.();
    this.#endRest?.();
  }

  resume(): void {
    this.#interrupted = false;
  }

  traffic(): void {
    this.#fruitlessLooks = 0;
  }

  async pause(expecting: boolean): Promise<void> {
    const delayMs = expecting ? this.#expectingDelayMs() : this.#idlePollMs;
    if (!this.#woken && !this.#interrupted) {
      await sleep(delayMs, (end) => {
        this.#endPause = end;
      });
      this.#endPause = undefined;
    }
    this.#woken = false;
  }

  /** A committed event usually becomes visible soon, so the first pauses are shorter. */
  #expectingDelayMs(): number {
    const looks = this.#fruitlessLooks++;
    return looks > patientLooks ? this.#trafficPollMs * 10 : Math.min(2 ** looks, this.#trafficPollMs);
  }

  /** Waits until `performance.now()` reaches this time. `wake` does not shorten the wait. */
  async collect(untilMs: number): Promise<void> {
    const delayMs = untilMs - performance.now();
    if (delayMs > 0) await this.rest(delayMs);
    this.#woken = false;
  }

  /** Waits after a failure, or while another process leads. `wake` does not shorten the wait. */
  async rest(ms: number): Promise<void> {
    if (this.#interrupted) return;
    await sleep(ms, (end) => {
      this.#endRest = end;
    });
    this.#endRest = undefined;
  }
}

function sleep(ms: number, onStart: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onStart(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
