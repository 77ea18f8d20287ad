/** Ends once the database has this version's schema: what a process of this version waits for before it starts. */
import { awaitMigrations } from '@candid/platform/orm';
import { readDatabaseConfig } from './config.js';
import { MIGRATIONS } from './migrations/all.js';

await awaitMigrations({
  url: readDatabaseConfig().DATABASE_URL,
  migrations: MIGRATIONS,
  report: (state) => process.stdout.write(`identity: ${state}\n`),
});
