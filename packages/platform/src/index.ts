export type { RequestContext } from '@candid/contracts';
export type { NatsConnection } from '@nats-io/transport-node';
export { commandArguments } from './config/command-arguments.js';
export * from './config/load-config.js';
export { untilFew } from './jobs/until-few.js';
export { createLogger, type Logger, NestLogger } from './logging/logger.js';
export { isTransient } from './messaging/transient-failure.js';
export { connectNats } from './nats/connect-nats.js';
export { stateOf } from './nats/connection-state.js';
export { listenToEvent, type ReceivedEvent } from './nats/event-listener.js';
export { type ConsumerLevel, consumerLevels, ensureStream } from './nats/streams.js';
export { wake } from './nats/wake.js';
export { watchFollowers } from './operations/database-metrics.js';
export { jobSucceeded, promiseJob, runJob } from './operations/job-metrics.js';
export { type Counter, Metrics } from './operations/metrics.js';
export { FairQueue, type FairQueueOptions, TooManyWaitingError } from './process/fair-queue.js';
export { CLOCK, type Clock, LOGGER, NATS, PLATFORM, type Platform } from './process/platform.js';
export { type RunningApplication, type RunningProcess, startProcess } from './process/start-process.js';
export { rootModule, startService, startWorker } from './process/start-service.js';
export { AccessTokens, type Identity } from './rpc/access-tokens.js';
export { AUDIT_NAME, AUDIT_TARGETS_MAX, storedText, UUID } from './rpc/audit-text.js';
export { networkOf, SITE } from './rpc/network-of.js';
export { RemoteError } from './rpc/remote-error.js';
export {
  answerDeadline,
  type CauseEvent,
  causedBy,
  causeOf,
  commandContext,
  currentContext,
  metadataOfRequest,
  type Reply,
  requestKeyOf,
  runAsCommand,
  runInContext,
  type Sent,
} from './rpc/request-context.js';
export { awaitConsumer, type RpcCallOptions, RpcClient } from './rpc/rpc-client.js';
export { RpcHandler } from './rpc/rpc-handler.js';
export { type HeldSpan, inSpan, openSpan } from './tracing/tracing.js';
