import { RPC_RECEIPT } from '@candid/contracts';
import { createInbox, type Msg, type NatsConnection, NoRespondersError, TimeoutError } from '@nats-io/transport-node';
import { type ConnectionState, stateOf } from '../nats/connection-state.js';

interface OpenRequest {
  send(): void;
  receive(message: Msg): void;
  fail(error: Error): void;
}

const NO_RESPONDERS = 503;
const RECEIPT = JSON.stringify(RPC_RECEIPT);

/** Time after which a request without receipt or answer is sent again. The time doubles up to `LONGEST_WAIT_MS`. */
export const RECEIPT_MS = 300;
const LONGEST_WAIT_MS = 4 * RECEIPT_MS;

/**
 * A request that is made during a reconnect, or may have been lost then, is sent when the connection is back. If no
 * receipt arrives, a request is sent again to its queue group, because the process that has it may be frozen. A process
 * that works on a request ignores repetitions. The first answer counts.
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
    // The microtask runs after all listeners, so that a gateway announces open commands before it repeats requests.
    this.state.listen({ back: () => queueMicrotask(() => this.sendAll()) });
    void nats.closed().then(() => this.failAll(new Error('the connection is closed')));
  }

  /** @throws NoRespondersError if no process listens at the first sending, TimeoutError at the deadline */
  ask(subject: string, bodyWithin: (timeoutMs: number) => string, timeoutMs: number): Promise<Msg> {
    const { nats, state, open } = this;
    this.lastNumber += 1;
    const reply = `${this.inbox}${this.lastNumber}`;
    const giveUpAt = performance.now() + timeoutMs;
    return new Promise<Msg>((resolve, reject) => {
      let waitMs = RECEIPT_MS;
      let sendings = 0;
      let repetition: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(deadline);
        clearTimeout(repetition);
        open.delete(reply);
      };
      const fail = (error: Error): void => {
        end();
        reject(error);
      };
      const deadline = setTimeout(() => fail(new TimeoutError()), timeoutMs);
      const send = (): void => {
        clearTimeout(repetition);
        const leftMs = Math.floor(giveUpAt - performance.now());
        if (!state.isUp || leftMs < 1) return;
        repetition = setTimeout(send, waitMs);
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
        sendings += 1;
        try {
          nats.publish(subject, bodyWithin(leftMs), { reply });
        } catch (error) {
          fail(error as Error);
        }
      };
      const receive = (message: Msg): void => {
        if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
          // If a repetition reaches no process, the process that received the first sending may still answer.
          if (sendings === 1) fail(new NoRespondersError(subject));
        } else if (isReceipt(message)) clearTimeout(repetition);
        else {
          end();
          resolve(message);
        }
      };
      open.set(reply, { send, receive, fail });
      send();
    });
  }

  private sendAll(): void {
    for (const request of [...this.open.values()]) request.send();
  }

  private failAll(error: Error): void {
    for (const request of [...this.open.values()]) request.fail(error);
  }
}

const isReceipt = (message: Msg): boolean => message.data.length === RECEIPT.length && message.string() === RECEIPT;

/** Inboxes for answers start with the user's name, and no other user may read them. */
const inboxPrefixOf = (nats: NatsConnection): string | undefined =>
  (nats as unknown as { options: { inboxPrefix?: string } }).options.inboxPrefix;
