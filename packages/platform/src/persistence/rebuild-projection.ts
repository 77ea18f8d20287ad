import {
  EventStore,
  LeaderElection,
  type Projection,
  ProjectionRunner,
  type RebuildProgress,
  type Upcasters,
} from '@candid/event-store';
import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { z } from 'zod';
import { commandArguments } from '../config/command-arguments.js';
import { type DatabaseUrls, databaseSettings, databaseUrlsOf, loadConfig } from '../config/load-config.js';
import { Database, sessionOf } from '../orm/database.js';
import { ormOptions } from '../orm/orm-options.js';

/** The class is created without Nest, so that a rebuild needs only the database. */
export type ProjectionClass = new () => Projection<EntityManager>;

interface RebuildSettings extends DatabaseUrls {
  entities: EntityClass<AnyEntity>[];
  projection: Projection<EntityManager>;
  upcasters?: Upcasters;
  /** 500 by default. */
  batchSize?: number;
  onProgress?: (progress: RebuildProgress) => void;
}

/** A slow connection must not end a rebuild that has run for hours. */
const connectionTimeoutMillis = 60_000;

/** Runs beside the service. Throws, with the live rows unchanged, if the projection is already being rebuilt. */
export async function rebuildProjection(settings: RebuildSettings): Promise<void> {
  const { databaseUrl, sessionUrl, entities, projection, upcasters, batchSize, onProgress } = settings;
  const connection = { application_name: `rebuild-${projection.name}`, connectionTimeoutMillis };
  const pool = new pg.Pool({ ...connection, connectionString: databaseUrl, max: 2 });
  // A lease would end the lock of a frozen rebuild, and a second rebuild would write into the same tables.
  const election = new LeaderElection({ ...connection, connectionString: sessionUrl }, { leaseMs: 0 });
  const orm = new MikroORM(ormOptions({ url: databaseUrl, entities, poolMax: 2, connectionTimeoutMillis }));
  const database = new Database(orm);
  try {
    const runner = new ProjectionRunner<EntityManager>({
      ...{ store: new EventStore({ pool }), election, projections: [projection], sessionOf },
      ...(upcasters && { upcasters }),
      ...(batchSize && { batchSize }),
      transaction: (work) => database.transaction(({ em }) => work(em)),
    });
    await runner.rebuild(projection.name, onProgress);
  } finally {
    await orm.close(true);
    await election.close();
    await pool.end();
  }
}

/** `rebuild.js` prints the projections, `rebuild.js --tables` their tables. Exit code 1: failure; 2: unknown name. */
export async function runRebuildCommand(projections: ProjectionClass[], entities: EntityClass<AnyEntity>[]) {
  const instances = projections.map((Projection) => new Projection());
  const [name] = commandArguments();
  if (name === undefined) {
    for (const projection of instances) process.stdout.write(`${projection.name}\n`);
    return;
  }
  if (name === '--tables') {
    for (const table of instances.flatMap(({ tables }) => tables)) process.stdout.write(`${table}\n`);
    return;
  }
  const projection = instances.find((candidate) => candidate.name === name);
  if (!projection) {
    process.stderr.write(`There is no projection ${name}; there are: ${instances.map((one) => one.name).join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  const urls = databaseUrlsOf(loadConfig(z.object(databaseSettings)));
  const report = progressReport();
  try {
    await rebuildProjection({ ...urls, entities, projection, onProgress: report.advance });
    process.stdout.write(`${name} is rebuilt ${report.outcome()}\n`);
  } catch (error) {
    process.stderr.write(`${name} is as it was: ${Error.isError(error) ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

const reportEveryMs = 2_000;

/** Prints a line every two seconds at most. */
export function progressReport(print = (line: string): unknown => process.stdout.write(`${line}\n`)) {
  const startedAt = performance.now();
  let events = 0;
  let reportedAt = startedAt;
  return {
    advance: (progress: RebuildProgress): void => {
      events = progress.events;
      if (performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      print(`${events} events, at position ${progress.position} of ${progress.lastPosition}`);
    },
    outcome: (): string => `from ${events} events in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  };
}
