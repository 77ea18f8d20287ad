export { PersistenceModule, type PersistenceSettings } from './persistence.module.js';
export { provideOutboxRelay } from './provide-outbox-relay.js';
export { Projections, provideProjections } from './provide-projections.js';
