import { setTimeout as delay } from 'node:timers/promises';
import { Person, Random } from '@candid/testing';
import { Assessors } from './assessors.js';
import { Moderation } from './moderation.js';
import { Owner } from './owner.js';
import type { Readings } from './readings.js';
import { Traffic } from './traffic.js';

interface LoadOptions {
  system: { baseUrl: string; mailUrl: string };
  support: Person;
  readings: Readings;
  seed: number;
  /** Number of concurrent owners. */
  owners: number;
  /** Moderators who decide on reports. If undefined, the load makes no reports. */
  moderators?: readonly [Person, Person] | undefined;
}

/**
 * Steady work of people, who sign up, upload photos, start and end assessments, get ratings, hold tokens, delete photos
 * and read, with open streams of live updates. Keeps the results that each person must find at the end.
 */
export class Load {
  readonly traffic = new Traffic();
  readonly owners: Owner[] = [];
  /** Number of opened streams of live updates. */
  streams = 0;
  readonly failures: string[] = [];
  readonly assessors: Assessors;
  readonly moderation: Moderation | undefined;
  private readonly stopping = new AbortController();
  private readonly random: Random;
  private readonly system: LoadOptions['system'] & { fetch: typeof fetch };
  private lives: Promise<void>[] = [];

  constructor(private readonly options: LoadOptions) {
    this.random = new Random(options.seed);
    this.system = { ...options.system, fetch: this.traffic.fetch };
    this.assessors = new Assessors(this.system, this.random);
    const [one, other] = options.moderators ?? [];
    if (one && other)
      this.moderation = new Moderation(options.system, [this.asClient(one), this.asClient(other)], this.random);
  }

  start(): void {
    this.lives = Array.from({ length: this.options.owners }, () => this.liveAgain());
  }

  /** Stops the load and waits until all people have finished. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.lives);
  }

  private async liveAgain(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.live();
      } catch (error) {
        this.failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private async live(): Promise<void> {
    const { readings, support } = this.options;
    const { system, assessors, random } = this;
    // An owner stays only for a while and is then replaced, because newcomers are part of the load.
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(random.between(10_000, 40_000))]);
    const owner = await Owner.signedUp({
      system,
      support: this.asClient(support),
      readings,
      assessors,
      moderation: this.moderation,
      random,
      signal,
    });
    const stream = new LiveStream(system.baseUrl, owner.person, this.traffic);
    try {
      await owner.live();
      this.owners.push(owner);
    } finally {
      await stream.stop();
      this.streams += stream.opened;
    }
  }

  /** Returns a client for the person's account. The load counts and retries the client's calls. */
  private asClient({ email, password, token, userId }: Person): Person {
    return Object.assign(new Person(this.system, email, password), { token, userId });
  }
}

const RETRY_MS = 500;

/** A person's stream of live updates, reopened whenever it ends, as browsers do. */
class LiveStream {
  opened = 0;
  bytes = 0;
  private readonly running: Promise<void>;
  private readonly stopping = new AbortController();

  constructor(
    private readonly baseUrl: string,
    private readonly person: Person,
    private readonly traffic: Traffic,
  ) {
    this.running = this.keepOpen();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepOpen(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.openOnce(signal);
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Opens the stream once. A regular end is allowed; a stream that breaks off counts as a cut answer. */
  private async openOnce(signal: AbortSignal): Promise<void> {
    try {
      const headers = { authorization: `Bearer ${this.person.token}`, accept: 'text/event-stream' };
      const response = await this.traffic.once(`${this.baseUrl}/api/events`, { headers, signal });
      if (response?.status !== 200) return;
      this.opened += 1;
      for await (const chunk of response.body!) this.bytes += (chunk as Uint8Array).length;
    } catch {
      if (!signal.aborted) this.traffic.report('cut', 'the stream of live updates');
    }
  }
}
