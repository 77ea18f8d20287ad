import { DomainError, EventStore, findAnswer, IdempotencyKeyReusedError, type SqlSession } from '@candid/event-store';
import { inTransaction, repeatConflicts } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { idempotencyOf, metadataOf, type Request } from './request-identity.js';

/** A twin of this request was committed while this one ran: its rows are rolled back, its answer is the twin's. */
class ReplayedError extends Error {
  constructor(readonly answer: unknown) {
    super('the request was answered before');
  }
}

/** Requests whose effect is rows outside an event stream, or rows and events together. */
@Injectable()
export class IdempotentTransactions {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /**
   * Runs `work` in one transaction with the request's idempotency record. The same key again gets the first answer,
   * which therefore is JSON without personal data or secrets.
   */
  async run<Answer>(request: Request, work: (session: SqlSession) => Promise<Answer>): Promise<Answer> {
    const answer = await refusingReusedKeys(() => repeatConflicts(() => this.attempt(request, work)));
    this.store.announceCommit();
    return answer;
  }

  private async attempt<Answer>(request: Request, work: (session: SqlSession) => Promise<Answer>): Promise<Answer> {
    const idempotency = idempotencyOf(request);
    if (!idempotency) return inTransaction(this.orm, ({ session }) => work(session));
    const { key, fingerprint } = idempotency;
    try {
      return await inTransaction(this.orm, async ({ session }) => {
        const known = await findAnswer(session, key, fingerprint);
        if (known) return known.answer as Answer;
        const answer = await work(session);
        const append = { streams: [], metadata: metadataOf(request.context), idempotency: { ...idempotency, answer } };
        const outcome = await this.store.appendWithin(session, append);
        if (outcome.outcome === 'replayed') throw new ReplayedError(outcome.answer);
        return answer;
      });
    } catch (error) {
      if (error instanceof ReplayedError) return error.answer as Answer;
      // The refusal may come from what this very request did the first time.
      const first = error instanceof DomainError && (await this.store.findAnswer(key, fingerprint));
      if (!first) throw error;
      return first.answer as Answer;
    }
  }
}

/** Refuses a key that was used for another request under the contract's code. */
export async function refusingReusedKeys<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IdempotencyKeyReusedError)) throw error;
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another request.');
  }
}
