import type { NatsConnection } from '@nats-io/transport-node';
import type { ReadinessCheck } from '../operations/operations-server.js';

interface ConnectionListener {
  lost?(): void;
  /** The subscriptions work again. Messages that were published meanwhile are lost. */
  back?(): void;
}

/** State of a connection to NATS. Whenever the client library dials, it drops messages that it has not sent. */
export class ConnectionState {
  private up = true;
  private readonly listeners = new Set<ConnectionListener>();

  constructor(nats: NatsConnection) {
    void this.follow(nats);
  }

  get isUp(): boolean {
    return this.up;
  }

  /** Calls listeners in the order of their addition. Returns a function that removes the listener. */
  listen(listener: ConnectionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async whenUp(): Promise<void> {
    if (this.up) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.listen({ back: resolve });
    await promise;
    stop();
  }

  private async follow(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') this.change(false);
      else if (type === 'reconnect') this.change(true);
    }
  }

  private change(up: boolean): void {
    if (up === this.up) return;
    this.up = up;
    for (const listener of [...this.listeners]) {
      if (up) listener.back?.();
      else listener.lost?.();
    }
  }
}

const states = new WeakMap<NatsConnection, ConnectionState>();

export function stateOf(nats: NatsConnection): ConnectionState {
  const state = states.get(nats) ?? new ConnectionState(nats);
  states.set(nats, state);
  return state;
}

/** Longer than requests wait for an answer (`RPC_PATIENCE_MS`). */
const PATIENCE_MS = 10_000;

/** Fails only `patienceMs` after a loss: a NATS restart disconnects all processes, and only ready ones get requests. */
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
