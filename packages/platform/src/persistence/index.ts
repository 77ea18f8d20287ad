export { databaseTime } from './database-time.js';
export { FollowerHost } from './follower-host.js';
export { PersistenceModule } from './persistence.module.js';
export { progressReport } from './progress-report.js';
export { provideOutboxRelay } from './provide-outbox-relay.js';
export { Projections, provideProjections } from './provide-projections.js';
export { type ProjectionClass, rebuildProjection } from './rebuild-projection.js';
export { runRebuildCommand } from './run-rebuild-command.js';
