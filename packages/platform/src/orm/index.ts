export { askedMigrations, OrderEventsByPosition } from './after-rollout.js';
export { awaitMigrations } from './await-migrations.js';
export { ConcurrentIndexMigration } from './concurrent-index.js';
export { ormOptions } from './orm-options.js';
export { runMigrations } from './run-migrations.js';
export { inTransaction, readSessionOf, sessionOf } from './session-of.js';
