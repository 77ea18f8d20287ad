import {
  type EventPosition,
  EventStore,
  LeaderElection,
  type Projection,
  ProjectionRunner,
  type RecordedEvent,
  type Upcasters,
} from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Provider, Type } from '@nestjs/common';
import { watchFollowers } from '../operations/follower-metrics.js';
import { sessionOf } from '../orm/session-of.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { FollowerHost } from './follower-host.js';
import { transactionsOf } from './transactions-of.js';

/** This service's projections by name, for those who wait for one or rebuild it. */
export class Projections {
  constructor(private readonly runners: ReadonlyMap<string, ProjectionRunner<EntityManager>>) {}

  /** Read your writes: true once every named projection has applied the event, false after `timeoutMs`. */
  async waitFor(names: readonly string[], position: EventPosition | bigint, timeoutMs = 1_000): Promise<boolean> {
    const reached = await Promise.all(names.map((name) => this.runner(name).waitFor(position, timeoutMs)));
    return reached.every(Boolean);
  }

  /** The same after a command: waits for the last of what it appended; true at once when that is nothing. */
  waitForEvents(names: readonly string[], events: readonly RecordedEvent[], timeoutMs = 1_000): Promise<boolean> {
    const last = events.at(-1);
    return last ? this.waitFor(names, last, timeoutMs) : Promise.resolve(true);
  }

  /** True once every projection shows those of the events that concern it; what was before them may still be missing elsewhere. */
  async waitUntilShown(events: readonly RecordedEvent[], timeoutMs: number): Promise<boolean> {
    const shown = await Promise.all(this.all().map((runner) => runner.waitUntilShown(events, timeoutMs)));
    return shown.every(Boolean);
  }

  /** Every projection of this process. */
  waitForAll(position: EventPosition | bigint, timeoutMs: number): Promise<boolean> {
    return this.waitFor([...this.runners.keys()], position, timeoutMs);
  }

  runner(name: string): ProjectionRunner<EntityManager> {
    const runner = this.runners.get(name);
    if (!runner) throw new Error(`there is no projection ${name} in this process`);
    return runner;
  }

  all(): ProjectionRunner<EntityManager>[] {
    return [...this.runners.values()];
  }
}

const PROJECTION_HOST = Symbol('ProjectionHost');

/** The providers for a module under `PersistenceModule`: the projection classes, `Projections`, and what runs them. */
export function provideProjections(
  projections: Type<Projection<EntityManager>>[],
  options: { upcasters?: Upcasters } = {},
): Provider[] {
  return [
    ...projections,
    {
      provide: Projections,
      useFactory: (
        platform: Platform,
        store: EventStore,
        election: LeaderElection,
        orm: { em: EntityManager },
        ...instances: Projection<EntityManager>[]
      ) => {
        watchFollowers(
          platform.metrics,
          store,
          instances.map(({ name }) => name),
        );
        return new Projections(
          new Map(
            instances.map((projection) => [
              projection.name,
              new ProjectionRunner<EntityManager>({
                ...{ store, election, projection, sessionOf },
                ...platform.pace.follower,
                ...options,
                transaction: transactionsOf(orm.em),
                onError: (error, follower) => platform.logger.error({ err: error, follower }, 'projection failed'),
              }),
            ]),
          ),
        );
      },
      inject: [PLATFORM, EventStore, LeaderElection, MikroORM, ...projections],
    },
    {
      provide: PROJECTION_HOST,
      useFactory: (platform: Platform, runners: Projections) => new FollowerHost(platform, runners.all()),
      inject: [PLATFORM, Projections],
    },
  ];
}
