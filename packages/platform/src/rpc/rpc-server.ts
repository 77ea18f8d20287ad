import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { ServerNats } from '@nestjs/microservices';

interface Packet {
  response?: unknown;
  err?: unknown;
}

const INTERNAL = JSON.stringify({ ok: false, error: { code: 'INTERNAL', message: 'The request failed.' } });

/**
 * Nest's NATS transport with the system's envelope on the wire, on the process's own connection, and with a close that
 * ends when the requests at hand are answered instead of after a fixed wait.
 */
export class RpcServer extends ServerNats {
  private readonly connection: NatsConnection;
  private inFlight = 0;
  private idle: (() => void) | undefined;

  constructor({ nats, queue, drainMs = 10_000 }: { nats: NatsConnection; queue: string; drainMs?: number }) {
    super({
      queue,
      deserializer: { deserialize: (message: Msg) => ({ pattern: message.subject, data: parse(message), id: '0' }) },
      serializer: { serialize: (packet: Packet) => ({ data: encode(packet) }) },
    });
    this.connection = nats;
    this.drainMs = drainMs;
  }
  private readonly drainMs: number;

  override async createNatsClient(): Promise<NatsConnection> {
    return this.connection;
  }

  /** The connection reports its own state; a second reader of its status would log everything twice. */
  override async handleStatusUpdates(): Promise<void> {}

  override async handleMessage(channel: string, message: Msg): Promise<void> {
    this.inFlight += 1;
    let open = true;
    const settle = (): void => {
      if (!open) return;
      open = false;
      this.inFlight -= 1;
      if (this.inFlight === 0) this.idle?.();
    };
    const respond = message.respond.bind(message);
    message.respond = (data, options) => {
      settle();
      return data === undefined || (data as unknown as string) === '' ? false : respond(data, options);
    };
    try {
      await super.handleMessage(channel, message);
    } catch (error) {
      settle();
      throw error;
    }
    if (!message.reply) settle();
  }

  /** Stops taking requests, then waits at most `drainMs` for the answers under way. The connection stays open. */
  override async close(): Promise<void> {
    const subscriptions = (this as unknown as { subscriptions: Subscription[] }).subscriptions.splice(0);
    await Promise.all(subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    if (this.inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.drainMs);
      this.idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await this.connection.flush().catch(() => undefined);
  }
}

function parse(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

function encode(packet: Packet): string {
  if (packet.err !== undefined) return INTERNAL;
  return packet.response === undefined ? '' : JSON.stringify(packet.response);
}
