import type { NatsConnection } from '@nats-io/transport-node';
import type { ReadinessCheck } from '../operations/operations-server.js';

interface ConnectionListener {
  lost?(): void;
  /** The subscriptions work again. Messages that were published during the loss are gone. */
  back?(): void;
}

/** State of a connection to NATS. Before each try to connect, the client library drops its unsent messages. */
export class ConnectionState {
  private up = true;
  private readonly listeners = new Set<ConnectionListener>();

  constructor(nats: NatsConnection) {
    void this.follow(nats);
  }

  get isUp(): boolean {
    return this.up;
  }

  /** Listeners are called in the order in which they were added. Returns a function that removes the listener. */
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

/** Tolerated duration of a lost connection. It exceeds the default of `RPC_PATIENCE_MS`. */
const PATIENCE_MS = 10_000;

/** Fails once a loss has lasted `patienceMs`, so that a restart of NATS does not make all processes unready. */
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
