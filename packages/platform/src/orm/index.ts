export { type AwaitMigrationsOptions, awaitMigrations } from './await-migrations.js';
export { type OrmSettings, ormOptions } from './orm-options.js';
export { type MigrationSettings, runMigrations } from './run-migrations.js';
export { inTransaction, readSessionOf, sessionOf } from './session-of.js';
