import { setTimeout as delay } from 'node:timers/promises';
import { followerLags, isOwnFollowerSql, type SqlSession } from '@candid/event-store';
import { type ConsumerLevel, connectNats, consumerLevels } from '@candid/platform';
import {
  environmentsOf,
  inServiceDatabase,
  type RunningSystem,
  SERVICE_NAMES,
  type ServiceName,
} from '@candid/testing';
import type { NatsConnection } from '@nats-io/transport-node';

export interface Lag {
  atMs: number;
  lagMs: number;
  /** Name of the event follower or consumer. */
  of: string;
}

interface Standing {
  doneUpTo: number;
  sinceMs: number;
}

const LOOK_EVERY_MS = 500;
/** Normal traffic causes shorter lags, which are not kept. */
const USUAL_MS = 1_000;

/** Polls how far read models, relays and consumers lag. */
export class LagWatch {
  readonly lags: Lag[] = [];
  private readonly standing = new Map<string, Standing>();
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(private readonly system: Pick<RunningSystem, 'dataDirectory'>) {
    const services = SERVICE_NAMES.map((service) => this.repeat(() => this.lookAtFollowers(service)));
    this.running = Promise.all([...services, this.watchConsumers()]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Repeats `look` and ignores failures: a service that cannot be reached does not count as lagging. */
  private async repeat(look: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await look().catch(() => undefined);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async lookAtFollowers(service: ServiceName): Promise<void> {
    const session: SqlSession = {
      query: <Row>(sql: string, parameters: readonly unknown[] = []) =>
        inServiceDatabase(this.system, service, sql, [...parameters]) as Promise<Row[]>,
    };
    const rows = await inServiceDatabase(
      this.system,
      service,
      `select name from checkpoints c where ${isOwnFollowerSql}`,
    );
    const names = rows.map(({ name }) => name as string);
    for (const [name, { seconds }] of await followerLags(session, names))
      this.add(`${service}: ${name}`, seconds * 1_000);
  }

  private async watchConsumers(): Promise<void> {
    const nats = await connectNats((await environmentsOf(this.system))['operator']!['NATS_URL']!, 'soak');
    await this.repeat(() => this.lookAtConsumers(nats));
    await nats.close();
  }

  private async lookAtConsumers(nats: NatsConnection): Promise<void> {
    for (const level of await consumerLevels(nats)) this.add(level.name, this.standsStillFor(level));
  }

  /** Returns the milliseconds for which the consumer has had work but made no progress. */
  private standsStillFor({ name, pending, atHand, doneUpTo }: ConsumerLevel): number {
    const now = Date.now();
    const before = this.standing.get(name);
    if (!before || before.doneUpTo !== doneUpTo || pending + atHand === 0)
      this.standing.set(name, { doneUpTo, sinceMs: now });
    return now - this.standing.get(name)!.sinceMs;
  }

  private add(of: string, lagMs: number): void {
    if (lagMs > USUAL_MS) this.lags.push({ atMs: Date.now(), lagMs, of });
  }
}
