import { EventStore, LeaderElection, ProjectionRunner } from '@candid/event-store';
import { ormOptions, sessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { AssessmentsFixture } from '../assessments.fixture.spec.js';
import { entities } from '../entities.js';
import { FeedProjection } from './feed/feed.projection.js';
import { ScoresProjection } from './scores/scores.projection.js';
import { TestsProjection } from './tests/tests.projection.js';

/** Rebuilds a projection from another runner, while the service's own goes on. */
export async function rebuildBeside({ databaseUrl }: AssessmentsFixture, name: string): Promise<void> {
  const projection = [new ScoresProjection(), new TestsProjection(), new FeedProjection()].find(
    (candidate) => candidate.name === name,
  );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const election = new LeaderElection({ connectionString: databaseUrl });
  const orm = (await MikroORM.init(ormOptions({ url: databaseUrl, entities, poolMax: 2 }))) as unknown as {
    em: EntityManager;
    close(force: boolean): Promise<void>;
  };
  try {
    await new ProjectionRunner<EntityManager>({
      store: new EventStore({ pool }),
      election,
      projection: projection!,
      sessionOf,
      transaction: (work) => orm.em.fork().transactional(work),
    }).rebuild();
  } finally {
    await orm.close(true);
    await election.close();
    await pool.end();
  }
}
