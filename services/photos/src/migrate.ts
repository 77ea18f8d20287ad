import { askedMigrations, runMigrations } from '@candid/platform/orm';
import { readMigrationConfig } from './config.js';
import { migrations } from './migrations/all.js';

const config = readMigrationConfig();
await runMigrations({
  migrationUrl: config.DATABASE_MIGRATION_URL,
  applicationUrl: config.DATABASE_URL,
  migrations: askedMigrations(migrations),
  report: (state) => console.log(state),
});
