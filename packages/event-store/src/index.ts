export type { AppendOutcome, AppendRequest, IdempotencyRecord, StreamAppend } from './append-request.js';
export {
  CheckpointMovedError,
  type FollowerLag,
  followerLags,
  moveCheckpoint,
  openCheckpoint,
  readCheckpoint,
} from './checkpoint.js';
export {
  type CommandHandler,
  type CommandHandlerOptions,
  type CommandIdempotency,
  type CommandResult,
  type CommandStore,
  createCommandHandler,
  type HandleOptions,
} from './command-handler.js';
export {
  type CorrelatedEvent,
  correlatedEventColumns,
  correlatedEventOf,
  correlationIndexSql,
  findCorrelatedEvent,
  listCorrelatedEvents,
} from './correlated-events.js';
export { isRace } from './database-errors.js';
export {
  countDeadLetters,
  type DeadLetter,
  listDeadLetters,
  type NewDeadLetter,
  recordDeadLetter,
  replayDeadLetter,
} from './dead-letters.js';
export type { Decider } from './decider.js';
export { DomainError, IdempotencyKeyReusedError, VersionConflictError } from './errors.js';
export {
  comparePositions,
  type EventMetadata,
  type EventPosition,
  type NewEvent,
  type RecordedEvent,
  startPosition,
} from './event.js';
export { EventFollower, type FollowerOptions, type FollowerSettings } from './event-follower.js';
export {
  type CommitListener,
  type CurrentWork,
  EventStore,
  type EventStoreOptions,
  type LoadOptions,
} from './event-store.js';
export { findAnswer, removeAnswersBefore } from './idempotency.js';
export { isInInbox, recordInInbox } from './inbox.js';
export { type IntegrationEvent, integrationEventOf, subjectOf } from './integration-event.js';
export { LeaderElection, type Leadership } from './leader-election.js';
export { OutboxRelay, type OutboxRelayOptions, relayCheckpointOf, type ToIntegrationEvent } from './outbox-relay.js';
export type { Projection } from './projection.js';
export type { RebuildProgress } from './projection-rebuild.js';
export { ProjectionRunner, type ProjectionRunnerOptions } from './projection-runner.js';
export {
  findLetterState,
  listPutAside,
  type PutAside,
  type PutAsidePlace,
  putAsideIndexesSql,
  retryWorkItem,
} from './put-aside.js';
export { eventStoreSchemaSql, grantApplicationRoleSql } from './schema.js';
export { inTransaction, type SqlSession, sessionOfClient } from './sql-session.js';
export {
  type Cause,
  type OpenSpan,
  type SpanAttributes,
  type SpanKind,
  type SpanSettings,
  type Surroundings,
  surroundings,
  surroundWith,
} from './surroundings.js';
export { type DecisionSpecification, specify } from './test-kit.js';
export { type Upcasters, upcast } from './upcaster.js';
export {
  addWorkItem,
  claimWorkItem,
  completeWorkItem,
  failWorkItem,
  listDue,
  type NewWorkItem,
  postponeWorkItem,
  type QueueLevel,
  queueLevels,
  type WorkItem,
  type WorkItemFailure,
  type WorkItemWait,
  workItemCausesSql,
} from './work-items.js';
