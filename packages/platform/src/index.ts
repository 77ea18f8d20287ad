export type { RequestContext } from '@candid/contracts';
export * from './config/load-config.js';
export { createLogger, type Logger, serializeError } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { isTransient } from './messaging/transient-failure.js';
export { connectNats } from './nats/connect-nats.js';
export { type ConsumerLevel, consumerLevels } from './nats/consumer-levels.js';
export { type EnsuredStream, ensureStream, streamExists, streamNameOf } from './nats/ensure-stream.js';
export { listenToEvent, parseEvent, type ReceivedEvent } from './nats/event-listener.js';
export { onWake, wake } from './nats/wake.js';
export { watchFollowers } from './operations/follower-metrics.js';
export { jobSucceeded, promiseJob, runJob } from './operations/job-metrics.js';
export { type Counter, Metrics } from './operations/metrics.js';
export { OperationsServer, type ReadinessCheck } from './operations/operations-server.js';
export { JETSTREAM, LOGGER, NATS, PLATFORM, type Platform } from './process/platform.js';
export { PlatformModule } from './process/platform.module.js';
export {
  type ProcessOptions,
  type RunningApplication,
  type RunningProcess,
  startProcess,
} from './process/start-process.js';
export { rootModule, startService, startWorker } from './process/start-service.js';
export { AccessTokens, type Identity } from './rpc/access-tokens.js';
export { verifyCallersWith } from './rpc/admit-caller.js';
export { awaitConsumer } from './rpc/await-consumer.js';
export { type CauseEvent, causedBy, causeOf, commandContext, metadataOfRequest } from './rpc/command-context.js';
export { runAsCommand } from './rpc/current-command.js';
export { currentContext, runAsConsequence, runInContext } from './rpc/current-context.js';
export { networkOf } from './rpc/network-of.js';
export { RemoteError } from './rpc/remote-error.js';
export { type RpcCallOptions, RpcClient } from './rpc/rpc-client.js';
export { issuesOf, RpcHandler } from './rpc/rpc-handler.js';
export { observeRpc, type RpcObserver } from './rpc/rpc-observer.js';
export { RpcServer } from './rpc/rpc-server.js';
export { currentSpan, type HeldSpan, inSpan, openSpan } from './tracing/tracing.js';
