/** Ends once the database has this version's schema, for which a process waits before it starts. */
import { awaitMigrations } from '@candid/platform/orm';
import { readDatabaseConfig } from './kernel/config.js';
import { migrations } from './migrations/all.js';

await awaitMigrations({
  url: readDatabaseConfig().DATABASE_URL,
  migrations,
  report: (state) => process.stdout.write(`tokens: ${state}\n`),
});
