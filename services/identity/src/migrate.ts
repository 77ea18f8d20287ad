import { runMigrations } from '@candid/platform/orm';
import { readMigrationConfig } from './config.js';
import { Accounts } from './migrations/20261121000000-accounts.js';

const config = readMigrationConfig();
const names = await runMigrations({
  migrationUrl: config.DATABASE_MIGRATION_URL,
  applicationUrl: config.DATABASE_URL,
  migrations: [Accounts],
});
process.stdout.write(`identity: ${names.length === 0 ? 'schema is up to date' : `migrated ${names.join(', ')}`}\n`);
