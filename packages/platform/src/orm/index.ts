export { awaitMigrations } from './await-migrations.js';
export { Database, type DatabaseTransaction, sessionOf } from './database.js';
export { ormOptions } from './orm-options.js';
export { ConcurrentIndexMigration, runMigrations } from './run-migrations.js';
export { entriesOf, migrated } from './service-entries.js';
