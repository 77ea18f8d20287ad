import { setTimeout as delay } from 'node:timers/promises';
import { assessmentsRoutes, identityRoutes, photosRoutes, type Route, tokensRoutes } from '@candid/contracts';
import { Person } from '@candid/testing';
import type { Attempt } from './traffic.js';

/** Pause between two reads of the same service. */
const EVERY_MS = 250;
/** Time limit for an answer. The gateway's time limit for a service is shorter. */
const ANSWER_WITHIN_MS = 30_000;

/** One read per service. The gateway's cache answers none of them. */
const READS: Record<string, Route> = {
  identity: identityRoutes.getLookingFor,
  photos: photosRoutes.listPhotos,
  assessments: assessmentsRoutes.getScorePreferences,
  tokens: tokensRoutes.getStatement,
};

/**
 * Reads from each service at a steady rate, even if answers are late or fail. People of the load send nothing while they
 * wait, so a process that does not answer gets few of their requests, and its faults would hardly count.
 */
export class SteadyReads {
  readonly attempts: Attempt[] = [];
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly running: Promise<unknown>;

  private constructor(private readonly person: Person) {
    this.running = Promise.all(Object.entries(READS).map(([service, route]) => this.repeat(service, route)));
  }

  /** @param system a system without a fault, because a person signs up first */
  static async start(system: { baseUrl: string; mailUrl: string }): Promise<SteadyReads> {
    const bounded: typeof fetch = (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return new SteadyReads(await Person.signedUp({ ...system, fetch: bounded }));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.all(this.underWay);
  }

  private async repeat(service: string, route: Route): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const read = this.once(service, route).finally(() => this.underWay.delete(read));
      this.underWay.add(read);
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async once(service: string, route: Route): Promise<void> {
    const startedMs = Date.now();
    const params = { userId: this.person.userId, section: 'bank' };
    const status = await this.person.call(route, { params }).then(
      (answer) => answer.status,
      () => undefined,
    );
    const isFailure = status === undefined || status >= 500;
    this.attempts.push({ of: service, startedMs, endedMs: Date.now(), isFailure });
  }
}
