import { runMigrations } from '@candid/platform/orm';
import { readMigrationConfig } from './config.js';
import { Photos } from './migrations/20261121000000-photos.js';

const config = readMigrationConfig();
await runMigrations({
  migrationUrl: config.DATABASE_MIGRATION_URL,
  applicationUrl: config.DATABASE_URL,
  migrations: [Photos],
});
