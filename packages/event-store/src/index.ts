export type { AppendRequest } from './append-request.js';
export {
  CheckpointMovedError,
  followerLags,
  foreignCheckpointOf,
  isOwnFollowerSql,
  moveCheckpoint,
  openCheckpoint,
  openSubscriberCheckpoints,
  readCheckpoint,
  settledPosition,
} from './checkpoint.js';
export { CheckpointWaiters } from './checkpoint-waiters.js';
export { announcingEffects, noteWork, onWorkAdded } from './commit-effects.js';
export {
  type CorrelatedEvent,
  correlatedEventColumns,
  correlatedEventOf,
  correlationIndexSql,
  findCorrelatedEvent,
  listCorrelatedEvents,
} from './correlated-events.js';
export { isRolledBack, isSerializationRace, isServerAway } from './database-errors.js';
export {
  countDeadLetters,
  type DeadLetter,
  listDeadLetters,
  recordDeadLetter,
  replayDeadLetter,
} from './dead-letters.js';
export type { Decider } from './decider.js';
export { DomainError, VersionConflictError } from './errors.js';
export {
  comparePositions,
  type EventMetadata,
  type EventPosition,
  type NewEvent,
  type RecordedEvent,
  startPosition,
} from './event.js';
export { EventFollower } from './event-follower.js';
export { eventOrderSql, orderByPositionSql, orderByTransactionSql } from './event-order.sql.js';
export { type CurrentWork, EventStore, type LoadOptions } from './event-store.js';
export { type CommandContext, Commands, type Executed } from './execute.js';
export { FlushQueue } from './flush-queue.js';
export { findLetterState, type GivenUp, listGivenUp, retryWorkItem } from './given-up.js';
export { removeAnswersBefore } from './idempotency.js';
export {
  findMissing,
  type InboxEvent,
  inboxReachSql,
  isInInbox,
  moveInboxReach,
  recordAllInInbox,
  removeFromInbox,
} from './inbox.js';
export { type IntegrationEvent, integrationEventOf, subjectOf } from './integration-event.js';
export { KeyedMutex } from './keyed-mutex.js';
export { LeaderElection } from './leader-election.js';
export { OutboxRelay, relayCheckpointOf, type ToIntegrationEvent } from './outbox-relay.js';
export { OwnSession } from './own-session.js';
export { currentPart, type Part, PerPart, runAsPart } from './part.js';
export { lockPositionsSql, orderedTransactionId } from './position-lock.sql.js';
export type { Projection } from './projection.js';
export type { RebuildProgress } from './projection-rebuild.js';
export { ProjectionRunner } from './projection-runner.js';
export { retryConflicts } from './retry-conflicts.js';
export { eventStoreSchemaSql, freezeAtOnceSql, grantApplicationRoleSql } from './schema.js';
export { inTransaction, type SqlSession, sessionOfClient, together } from './sql-session.js';
export { eventIdOf } from './stream-marks.js';
export {
  addRefusedSupportAct,
  addSupportAct,
  currentSupportAct,
  enterSupportAct,
  enterSupportActsSql,
  keepRefusalsSql,
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
export { specify } from './test-kit.js';
export type { Aggregate, Identified, LoadedStream, TransactionalUnit, UnitOfWork } from './unit-of-work.js';
export type { Upcasters } from './upcaster.js';
export { uuidOf } from './uuid-of.js';
export {
  addWorkItem,
  claimWorkItem,
  completeWorkItem,
  failWorkItem,
  listDue,
  listDueIds,
  listSchedules,
  type NewWorkItem,
  postponeWorkItem,
  queueLevels,
  removeDoneWork,
  type WorkItem,
} from './work-items.js';
