export { awaitMigrations } from './await-migrations.js';
export { Database } from './database.js';
export { ormOptions } from './orm-options.js';
export { askedMigrations, ConcurrentIndexMigration, OrderEventsByPosition, runMigrations } from './run-migrations.js';
export { inTransaction, readSessionOf, sessionOf } from './session-of.js';
