import { createInbox, type Msg, type NatsConnection, NoRespondersError, TimeoutError } from '@nats-io/transport-node';
import { type ConnectionState, stateOf } from '../nats/connection-state.js';

interface OpenRequest {
  send(): void;
  receive(message: Msg): void;
  fail(error: Error): void;
}

const NO_RESPONDERS = 503;

/**
 * The unanswered requests of one connection. A request that falls into a reconnect is sent when the connection is back, and once more if it
 * may have been lost with the old one. The client library's own requests would wait for their whole deadline.
 */
export class OpenRequests {
  private readonly state: ConnectionState;
  private readonly inbox: string;
  private readonly open = new Map<string, OpenRequest>();
  private lastNumber = 0;

  constructor(private readonly nats: NatsConnection) {
    this.state = stateOf(nats);
    this.inbox = `${createInbox(inboxPrefixOf(nats))}.`;
    nats.subscribe(`${this.inbox}*`, { callback: (_, message) => this.open.get(message.subject)?.receive(message) });
    // What others announce when the connection is back goes out before the requests that it is about.
    this.state.listen({ back: () => queueMicrotask(() => this.forEach((request) => request.send())) });
    void nats.closed().then(() => this.forEach((request) => request.fail(new Error('the connection is closed'))));
  }

  /**
   * @param bodyWithin gives the body of a request that is answered within so many milliseconds
   * @throws NoRespondersError if no process listens, TimeoutError at the deadline
   */
  ask(subject: string, bodyWithin: (timeoutMs: number) => string, timeoutMs: number): Promise<Msg> {
    const { nats, state, open } = this;
    this.lastNumber += 1;
    const reply = `${this.inbox}${this.lastNumber}`;
    const giveUpAt = performance.now() + timeoutMs;
    return new Promise<Msg>((resolve, reject) => {
      const fail = (error: Error): void => {
        clearTimeout(deadline);
        open.delete(reply);
        reject(error);
      };
      const deadline = setTimeout(() => fail(new TimeoutError()), timeoutMs);
      const send = (): void => {
        const leftMs = Math.floor(giveUpAt - performance.now());
        if (!state.isUp || leftMs < 1) return;
        try {
          nats.publish(subject, bodyWithin(leftMs), { reply });
        } catch (error) {
          fail(error as Error);
        }
      };
      const receive = (message: Msg): void => {
        if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS)
          return fail(new NoRespondersError(subject));
        clearTimeout(deadline);
        open.delete(reply);
        resolve(message);
      };
      open.set(reply, { send, receive, fail });
      send();
    });
  }

  private forEach(act: (request: OpenRequest) => void): void {
    for (const request of [...this.open.values()]) act(request);
  }
}

/** Answers come to an inbox under the user's name, which no other user may read. */
const inboxPrefixOf = (nats: NatsConnection): string | undefined =>
  (nats as unknown as { options: { inboxPrefix?: string } }).options.inboxPrefix;
