export { type AppendRequest, FlushQueue, removeAnswersBefore } from './append/append-batch.js';
export { type CurrentWork, EventStore } from './append/event-store.js';
export { type CommandContext, Commands, type Executed, retryConflicts } from './append/execute.js';
export type {
  Aggregate,
  Decider,
  Identified,
  LoadedStream,
  TransactionalUnit,
  UnitOfWork,
} from './append/unit-of-work.js';
export {
  CheckpointMovedError,
  CheckpointWaiters,
  followerLags,
  foreignCheckpointOf,
  isOwnFollowerSql,
  moveCheckpoint,
  openCheckpoint,
  openCheckpoints,
  readCheckpoint,
  settledPosition,
} from './follow/checkpoint.js';
export { EventFollower } from './follow/event-follower.js';
export { LeaderElection } from './follow/leader-election.js';
export type { Projection, RebuildProgress } from './follow/projection-rebuild.js';
export { ProjectionRunner } from './follow/projection-runner.js';
export * from './kernel/errors.js';
export {
  comparePositions,
  type EventMetadata,
  type EventPosition,
  type NewEvent,
  type RecordedEvent,
  startPosition,
  type Upcasters,
} from './kernel/event.js';
export { KeyedMutex } from './kernel/keyed-mutex.js';
export { lockPositionsSql } from './kernel/position-lock.js';
export { type PositionRow, positionOf } from './kernel/row.js';
export * from './kernel/sql-session.js';
export * from './kernel/surroundings.js';
export * from './publish/correlated-events.js';
export {
  type IntegrationEvent,
  integrationEventOf,
  OutboxRelay,
  relayCheckpointOf,
  subjectOf,
  type ToIntegrationEvent,
} from './publish/outbox-relay.js';
export { eventIdOf, uuidOf } from './publish/stream-marks.js';
export * from './receive/dead-letters.js';
export * from './receive/inbox.js';
export * from './schema.js';
export { specify } from './test-kit.js';
export * from './work/support-acts.js';
export * from './work/work-items.js';
