export { databaseTime } from './database-time.js';
export { PersistenceModule } from './persistence.module.js';
export { FollowerHost, Projections, provideOutboxRelay, provideProjections } from './provide-followers.js';
export { type ProjectionClass, progressReport, rebuildProjection, runRebuildCommand } from './rebuild-projection.js';
