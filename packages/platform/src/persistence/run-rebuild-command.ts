import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import { z } from 'zod';
import { commandArguments } from '../config/command-arguments.js';
import { databaseSettings, databaseUrlsOf, loadConfig } from '../config/load-config.js';
import { progressReport } from './progress-report.js';
import { type ProjectionClass, rebuildProjection } from './rebuild-projection.js';

/**
 * The `rebuild` entry of a service: `rebuild.js` prints the names of its projections, `rebuild.js --tables` the tables that
 * they write, `rebuild.js NAME` rebuilds that one in the database of `DATABASE_URL`, beside the running service. Exit code 1 where that fails, 2 for an unknown name.
 */
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
