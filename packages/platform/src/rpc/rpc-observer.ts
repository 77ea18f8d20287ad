import type { Logger } from 'pino';
import { createLogger } from '../logging/logger.js';

/** Told of every answered request, so that metrics need not wrap each handler. */
export interface RpcObserver {
  start(subject: string): (outcome: string) => void;
}

const silent: RpcObserver = { start: () => () => undefined };
let observer: RpcObserver = silent;
let logger: Logger | undefined;

/** Set once per process by `startService`; handlers are methods under decorators and cannot be given either. */
export function observeRpc(next: { observer: RpcObserver; logger: Logger }): void {
  observer = next.observer;
  logger = next.logger;
}

export const rpcObserver = (): RpcObserver => observer;
export const rpcLogger = (): Logger => {
  logger ??= createLogger('rpc');
  return logger;
};
