import { consumers } from '@candid/contracts';
import type { NatsFixture } from '@candid/testing';

interface Asked {
  message: string;
  payload: Record<string, unknown>;
  /** The caller's idempotency key, as it was sent. */
  key: string | undefined;
}
type Answer = (payload: Record<string, unknown>) => object;

export const nothingEnded = {
  refundTokens: 0,
  givenBackTokens: 0,
  resetOccurred: false,
  photoIds: [],
  eventIds: [],
  resetEventIds: [],
};

/**
 * Stands in for the assessments service. Its default answers are those of a service in which no assessment runs. An answer that throws a
 * code refuses with it.
 */
export class AssessmentsDouble {
  readonly asked: Asked[] = [];
  answers!: Record<string, Answer>;
  private subscription: { unsubscribe(): void } | undefined;

  constructor(private readonly nats: NatsFixture['connection']) {
    this.reset();
  }

  reset(): void {
    this.asked.length = 0;
    this.answers = {
      endAssessment: () => nothingEnded,
      endAllAssessments: () => nothingEnded,
      calculateRefund: () => ({ refundTokens: 0, isRunning: false }),
      awaitInbox: () => ({ seen: true }),
    };
    this.come();
  }

  /** Stops answering, as if no process ran. */
  leave(): void {
    this.subscription?.unsubscribe();
    this.subscription = undefined;
  }

  private come(): void {
    this.subscription ??= this.nats.subscribe('rpc.assessments.>', {
      callback: (_, message) => {
        const name = message.subject.split('.')[2]!;
        const { payload, context } = message.json<{ payload: Record<string, unknown>; context: Record<string, any> }>();
        // Every upload waits for this subscriber, and no test is about that.
        const isOfUpload = payload['subscriber'] === consumers.assessments['record-owner-on-photo-uploaded'].name;
        if (!isOfUpload) this.asked.push({ message: name, payload, key: context['idempotency']?.key });
        message.respond(JSON.stringify(this.answerOf(name, payload)));
      },
    });
  }

  private answerOf(name: string, payload: Record<string, unknown>): object {
    try {
      return { ok: true, value: this.answers[name]!(payload) };
    } catch (code) {
      return { ok: false, error: { code, message: `refused by ${name}` } };
    }
  }
}
