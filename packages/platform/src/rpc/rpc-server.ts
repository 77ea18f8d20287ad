import { RPC_RECEIPT } from '@candid/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { NatsContext, ServerNats } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { type ConnectionState, stateOf } from '../nats/connection-state.js';
import type { ReceivedMessage } from './rpc-handler.js';

interface RpcServerOptions {
  nats: NatsConnection;
  /** The service's name. Processes with the same name share the requests. */
  queue: string;
}

const DRAIN_MS = 10_000;
const RECEIPT = JSON.stringify(RPC_RECEIPT);
/** Repetitions arrive soon, so few answers are kept. Only reads have long answers, and reads may run twice. */
const REMEMBERED_ANSWERS_MAX = 256;
const REMEMBERED_LENGTH_MAX = 16_384;
const INTERNAL = JSON.stringify({ ok: false, error: { code: 'INTERNAL', message: 'The request failed.' } });

/** Nest's NATS transport with this system's envelope. `close` resolves when the requests are answered. */
export class RpcServer extends ServerNats {
  private readonly connection: NatsConnection;
  private readonly state: ConnectionState;
  private inFlight = 0;
  /** Inboxes of the requests under way. A repetition has the same inbox and is ignored: one answer suffices. */
  private readonly atWork = new Set<string>();
  /** The newest answers, keyed by inbox. A repetition that arrives after the answer gets the same answer. */
  private readonly answered = new Map<string, string>();
  private idle: (() => void) | undefined;

  constructor({ nats, queue }: RpcServerOptions) {
    super({ queue });
    this.connection = nats;
    this.state = stateOf(nats);
  }

  override async createNatsClient(): Promise<NatsConnection> {
    return this.connection;
  }

  /** Does nothing, because the connection reports its own state and a second reader would log everything twice. */
  override async handleStatusUpdates(): Promise<void> {}

  /** Calls Nest's handler, including guards and interceptors, but without an observable around each answer. */
  override async handleMessage(channel: string, message: Msg): Promise<void> {
    const { reply = '' } = message;
    if (this.atWork.has(reply)) return;
    const known = this.answered.get(reply);
    if (known !== undefined) {
      if (this.state.isUp) message.respond(known);
      return;
    }
    if (hasInbox(message)) this.atWork.add(reply);
    this.inFlight += 1;
    const envelope = parse(message);
    const receipt = this.receiptFor(message, envelope);
    try {
      const handler = this.messageHandlers.get(channel)!;
      const received: ReceivedMessage = { subject: message.subject, envelope };
      const result: unknown = await handler(received, new NatsContext([message.subject, message.headers]));
      const answer: unknown = isObservable(result) ? await lastValueFrom(result, { defaultValue: undefined }) : result;
      if (answer === undefined || !hasInbox(message)) return;
      // The client loses messages that are published without a connection.
      if (!this.state.isUp) await this.state.whenUp();
      const text = JSON.stringify(answer);
      this.remember(reply, text);
      message.respond(text);
    } catch (error) {
      if (hasInbox(message)) message.respond(INTERNAL);
      this.handleError(Error.isError(error) ? (error.stack ?? error.message) : String(error));
    } finally {
      clearTimeout(receipt);
      this.atWork.delete(reply);
      this.inFlight -= 1;
      if (this.inFlight === 0) this.idle?.();
    }
  }

  private remember(reply: string, answer: string): void {
    if (answer.length > REMEMBERED_LENGTH_MAX) return;
    this.answered.set(reply, answer);
    if (this.answered.size <= REMEMBERED_ANSWERS_MAX) return;
    const [oldest] = this.answered.keys();
    this.answered.delete(oldest!);
  }

  /** Sends the receipt after a delay, because a request that is answered immediately needs none. */
  private receiptFor(message: Msg, envelope: unknown): NodeJS.Timeout | undefined {
    const { receiptWithinMs } = (envelope ?? {}) as { receiptWithinMs?: unknown };
    if (typeof receiptWithinMs !== 'number' || !hasInbox(message)) return undefined;
    return setTimeout(() => this.state.isUp && message.respond(RECEIPT), receiptWithinMs / 2);
  }

  /** Stops taking requests, then waits at most `DRAIN_MS` for the pending answers. The connection stays open. */
  override async close(): Promise<void> {
    const subscriptions = (this as unknown as { subscriptions: Subscription[] }).subscriptions.splice(0);
    await Promise.all(subscriptions.map((subscription) => subscription.drain().catch(() => undefined)));
    if (this.inFlight > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, DRAIN_MS);
        this.idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (!this.connection.isClosed()) await this.connection.flush().catch(() => undefined);
  }
}

/** Answers go only to inboxes, so that callers cannot make this process publish where they themselves may not. */
const hasInbox = ({ reply }: Msg): boolean => reply?.startsWith('_INBOX.') ?? false;

function parse(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}
