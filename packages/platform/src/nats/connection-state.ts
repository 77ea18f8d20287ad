import type { NatsConnection } from '@nats-io/transport-node';

export interface ConnectionListener {
  lost?(): void;
  /** The subscriptions work again. Messages that anybody published meanwhile are lost. */
  back?(): void;
}

/** True if a connection to NATS is up. The client library drops what it has not sent each time it dials. */
export class ConnectionState {
  private up = true;
  private readonly listeners = new Set<ConnectionListener>();

  constructor(nats: NatsConnection) {
    void this.follow(nats);
  }

  get isUp(): boolean {
    return this.up;
  }

  /** Listeners are called in the order in which they were added. @returns a function that removes the listener */
  listen(listener: ConnectionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  whenUp(): Promise<void> {
    if (this.up) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.listen({
        back: () => {
          stop();
          resolve();
        },
      });
    });
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

/** The state of this connection, which is followed from the first call on. */
export function stateOf(nats: NatsConnection): ConnectionState {
  const state = states.get(nats) ?? new ConnectionState(nats);
  states.set(nats, state);
  return state;
}
