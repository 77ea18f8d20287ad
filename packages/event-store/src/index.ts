export type { AppendOutcome, AppendRequest, IdempotencyRecord, StreamAppend } from './append-request.js';
export {
  CheckpointMovedError,
  type FollowerLag,
  followerLags,
  foreignCheckpointOf,
  isOwnFollowerSql,
  moveCheckpoint,
  openCheckpoint,
  readCheckpoint,
} from './checkpoint.js';
export { CheckpointWaiters } from './checkpoint-waiters.js';
export {
  type CorrelatedEvent,
  correlatedEventColumns,
  correlatedEventOf,
  correlationIndexSql,
  findCorrelatedEvent,
  listCorrelatedEvents,
} from './correlated-events.js';
export { isRace, isRolledBack, isSerializationRace, isServerAway } from './database-errors.js';
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
export { type CommandContext, Commands, type Executed, type ExecuteOptions } from './execute.js';
export { FlushQueue, type FlushQueueOptions } from './flush-queue.js';
export { findAnswer, removeAnswersBefore } from './idempotency.js';
export { isInInbox, recordInInbox } from './inbox.js';
export { type IntegrationEvent, integrationEventOf, subjectOf } from './integration-event.js';
export { KeyedMutex } from './keyed-mutex.js';
export { LeaderElection, type LeaderElectionOptions, type Leadership } from './leader-election.js';
export { OutboxRelay, type OutboxRelayOptions, relayCheckpointOf, type ToIntegrationEvent } from './outbox-relay.js';
export type { Projection } from './projection.js';
export type { RebuildProgress } from './projection-rebuild.js';
export { ProjectionRunner, type ProjectionRunnerOptions } from './projection-runner.js';
export {
  findLetterState,
  listPutAside,
  type PutAside,
  type PutAsidePlace,
  retryWorkItem,
} from './put-aside.js';
export { type ConflictRetries, retryConflicts } from './retry-conflicts.js';
export { eventStoreSchemaSql, grantApplicationRoleSql } from './schema.js';
export { inTransaction, type SqlSession, sessionOfClient } from './sql-session.js';
export { eventIdOf } from './stream-marks.js';
export {
  addRefusedSupportAct,
  addSupportAct,
  currentSupportAct,
  enterSupportAct,
  enterSupportActsSql,
  type ListedSupportAct,
  listSupportActs,
  listSupportActsOf,
  runAsSupportAct,
  type SupportAct,
} from './support-acts.js';
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
export type { Aggregate, Identified, LoadedStream, TransactionalUnit, UnitOfWork } from './unit-of-work.js';
export { type Upcasters, upcast } from './upcaster.js';
export { uuidOf } from './uuid-of.js';
export {
  addWorkItem,
  claimWorkItem,
  completeWorkItem,
  failWorkItem,
  listDue,
  listDueIds,
  type NewWorkItem,
  postponeWorkItem,
  type QueueLevel,
  queueLevels,
  removeDoneWork,
  type WorkItem,
  type WorkItemFailure,
  type WorkItemWait,
} from './work-items.js';
