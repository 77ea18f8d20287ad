import {
  EventStore,
  LeaderElection,
  type Projection,
  ProjectionRunner,
  type RebuildProgress,
  type Upcasters,
} from '@candid/event-store';
import { type AnyEntity, type EntityClass, MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ormOptions } from '../orm/orm-options.js';
import { sessionOf } from '../orm/session-of.js';
import { transactionsOf } from './transactions-of.js';

/** Made without Nest, so that a rebuild needs nothing but the database. */
export type ProjectionClass = new () => Projection<EntityManager>;

export interface RebuildSettings {
  /** Of the application role. */
  databaseUrl: string;
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
  const { databaseUrl, entities, projection, upcasters, batchSize, onProgress } = settings;
  const connection = { connectionString: databaseUrl, application_name: `rebuild-${projection.name}` };
  const pool = new pg.Pool({ ...connection, max: 2, connectionTimeoutMillis: 5_000 });
  // Without a lease: two rebuilds at once would write into the same tables.
  const election = new LeaderElection({ ...connection, connectionTimeoutMillis: 5_000 }, { leaseMs: 0 });
  const orm = await MikroORM.init(ormOptions({ url: databaseUrl, entities, poolMax: 2 }));
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
