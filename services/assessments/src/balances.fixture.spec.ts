import type { NatsFixture } from '@candid/testing';

const BALANCE = { posted: 100, held: 0, available: 100 };
const ANSWERS = {
  getBalance: BALANCE,
  getBalanceAfterReward: { available: 130, booked: true, payableTokens: 0 },
  getBalanceAfterRefund: { available: 105, booked: true },
};
type Message = keyof typeof ANSWERS;

/** Answers for the tokens service about balances: what it books is the matter of its own specs. */
export class BalancesDouble {
  /** The submissions whose rewards were asked for. */
  readonly submissionIds = new Set<string>();
  private isLeaving = false;
  private readonly subscriptions = new Map<Message, { unsubscribe(): void }>();

  constructor(private readonly nats: NatsFixture['connection']) {
    this.come();
  }

  /** Leaves these messages unanswered from now on. */
  leave(...messages: Message[]): void {
    for (const message of messages) {
      this.subscriptions.get(message)?.unsubscribe();
      this.subscriptions.delete(message);
    }
  }

  /** Leaves with the next answer. */
  leaveAfterNext(): void {
    this.isLeaving = true;
  }

  come(): void {
    this.isLeaving = false;
    for (const message of Object.keys(ANSWERS) as Message[]) {
      if (this.subscriptions.has(message)) continue;
      const callback = (_: unknown, asked: { json(): any; respond(data: string): void }) => {
        const { submissionId } = asked.json().payload;
        if (submissionId !== undefined) this.submissionIds.add(submissionId);
        if (this.isLeaving) this.leave(...(Object.keys(ANSWERS) as Message[]));
        asked.respond(JSON.stringify({ ok: true, value: ANSWERS[message] }));
      };
      this.subscriptions.set(message, this.nats.subscribe(`rpc.tokens.${message}`, { callback } as never));
    }
  }
}
