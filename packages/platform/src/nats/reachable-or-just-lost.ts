import type { NatsConnection } from '@nats-io/transport-node';
import type { ReadinessCheck } from '../operations/operations-server.js';
import { stateOf } from './connection-state.js';

/** Longer than requests wait for an answer (`RPC_PATIENCE_MS`): a NATS that restarts is waited for, not fled from. */
const PATIENCE_MS = 10_000;

/**
 * Passes while the connection is up, and for a while after it was lost: when NATS restarts, every process loses it at
 * once, and an edge that drops all of them could not even wait. One process that is cut off alone is not ready in the end.
 */
export function reachableOrJustLost(connection: NatsConnection, patienceMs = PATIENCE_MS): ReadinessCheck {
  let lostAt: number | undefined;
  stateOf(connection).listen({
    lost: () => {
      lostAt = performance.now();
    },
    back: () => {
      lostAt = undefined;
    },
  });
  return async () => {
    if (lostAt === undefined || performance.now() - lostAt < patienceMs) return;
    throw new Error('NATS is not reachable');
  };
}
