import {
  EventStore,
  LeaderElection,
  type Projection,
  ProjectionRunner,
  type RebuildProgress,
  type Upcasters,
} from '@candid/event-store';
import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { DatabaseUrls } from '../config/load-config.js';
import { ormOptions } from '../orm/orm-options.js';
import { sessionOf } from '../orm/session-of.js';
import { transactionsOf } from './transactions-of.js';

/** Made without Nest, so that a rebuild needs nothing but the database. */
export type ProjectionClass = new () => Projection<EntityManager>;

/** The URLs are of the application role. */
export interface RebuildSettings extends DatabaseUrls {
  entities: EntityClass<AnyEntity>[];
  projection: Projection<EntityManager>;
  upcasters?: Upcasters;
  /** Events per transaction; 500 by default. */
  batchSize?: number;
  onProgress?: (progress: RebuildProgress) => void;
}

/**
 * Rebuilds a projection of a service that goes on running, over connections of its own. Throws if the same projection is
 * being rebuilt already, in whichever process; the live rows are then as they were.
 */
export async function rebuildProjection(settings: RebuildSettings): Promise<void> {
  const { databaseUrl, sessionUrl, entities, projection, upcasters, batchSize, onProgress } = settings;
  const connection = { application_name: `rebuild-${projection.name}`, connectionTimeoutMillis: 5_000 };
  const pool = new pg.Pool({ ...connection, connectionString: databaseUrl, max: 2 });
  // Without a lease: two rebuilds at once would write into the same tables.
  const election = new LeaderElection({ ...connection, connectionString: sessionUrl }, { leaseMs: 0 });
  const orm = new MikroORM(ormOptions({ url: databaseUrl, entities, poolMax: 2 }));
  try {
    const runner = new ProjectionRunner<EntityManager>({
      ...{ store: new EventStore({ pool }), election, projection, sessionOf },
      ...(upcasters && { upcasters }),
      ...(batchSize && { batchSize }),
      transaction: transactionsOf(orm.em as EntityManager),
    });
    await runner.rebuild(onProgress);
  } finally {
    await orm.close(true);
    await election.close();
    await pool.end();
  }
}
