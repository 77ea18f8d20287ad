import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { StreamSettings } from '../nats/streams.js';
import type { Metrics } from '../operations/metrics.js';
import type { OperationsServer } from '../operations/operations-server.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Pace } from './pace.js';

/** The objects that every process has. `startProcess` makes them once, and `PlatformModule` provides them to Nest. */
export interface Platform {
  /** The service's name, for example `tokens`, also in its worker. */
  readonly service: string;
  /** The process's name, for example `tokens` or `tokens-worker`. */
  readonly process: string;
  readonly logger: Logger;
  readonly nats: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly jetstreamManager: JetStreamManager;
  readonly stream: StreamSettings;
  readonly rpc: RpcClient;
  readonly metrics: Metrics;
  readonly operations: OperationsServer;
  readonly pace: Pace;
}

export const PLATFORM = Symbol('Platform');
export const LOGGER = Symbol('Logger');
export const NATS = Symbol('NatsConnection');

/** Injected into use cases, so that tests can set the time. */
export type Clock = () => Date;
export const CLOCK = Symbol('Clock');
