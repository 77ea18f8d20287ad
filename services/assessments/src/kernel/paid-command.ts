import { PRODUCT, type RequestContext } from '@candid/contracts';
import {
  type CommandContext,
  Commands,
  DomainError,
  EventStore,
  type Executed,
  sessionOfClient,
  type UnitOfWork,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock, RemoteError } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from './config.js';
import { Holds } from './tokens-service.js';
import { SETTLED_MS, watchHold } from './unused-holds.js';

/** The same id for the same request and purpose; without an idempotency key a new one. */
export type IdOf = (purpose: string) => string;

export interface Payment {
  userId: string;
  /** What is paid for. The same key leads to other ids for another subject. */
  subjectId: string;
  /** What is said where the tokens do not suffice; the tokens service's own words by default. */
  tooFewTokens?: string;
}

/** One hold for one assessment. */
export interface Price {
  holdId: string;
  assessmentId: string;
  amountTokens: number;
}

export interface PaidCommand<Event, Answer> extends Payment {
  serialBy: string;
  /** @returns what was decided; undefined where one of the ids has been used, by a request whose answer is forgotten */
  decide(unit: UnitOfWork, idOf: IdOf, at: string): Promise<readonly Event[] | undefined>;
  /** Undefined where nothing has to be held. */
  priceOf(events: readonly Event[]): Price | undefined;
  /** `remainingTokens` is null where nothing had to be held. */
  answer(events: readonly Event[], remainingTokens: number | null): Answer;
}

/**
 * Decide, hold what it costs, append. Whatever is to be refused is refused before tokens are held, and nothing is promised to
 * assessors that is not held. The hold's id is made of the request's key: after a crash the request's repeat finds the hold;
 * if nobody repeats it, what watches the hold gives it back.
 */
@Injectable()
export class PaidCommands {
  constructor(
    private readonly commands: Commands,
    private readonly holds: Holds,
    private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run<Event, Answer>(
    wanted: PaidCommand<Event, Answer>,
    command: CommandContext,
    context: RequestContext,
  ): Promise<Executed<Answer>> {
    const { userId, serialBy } = wanted;
    let held: string | undefined;
    const release = async (): Promise<void> => {
      if (held !== undefined) await this.holds.release(userId, held, context);
      held = undefined;
    };
    const work = async (unit: UnitOfWork, number: number): Promise<Answer> => {
      const at = this.clock().toISOString();
      const events = await wanted.decide(unit, idsOf(wanted, command, number), at);
      if (!events) throw new IdUsedError();
      const price = wanted.priceOf(events);
      // The hold of a try before this one has no use any more.
      if (held !== price?.holdId) await release();
      if (!price) return wanted.answer(events, null);
      await this.watch(userId, price.holdId, command);
      const remainingTokens = await this.hold(wanted, price, at, context);
      held = price.holdId;
      return wanted.answer(events, remainingTokens);
    };
    try {
      for (let number = 1; number <= LIMITS.startsPerKey; number++) {
        const executed = await this.commands
          .execute(command, { serialBy, replaysFirst: true }, (unit) => work(unit, number))
          .catch(unlessIdUsed);
        if (executed) return executed;
      }
      throw new DomainError('CONFLICT', 'This request was given up. Please try again.');
    } catch (error) {
      // After any other failure it is not known whether the events were appended.
      if (error instanceof DomainError) await release();
      throw error;
    }
  }

  /** Before the hold is placed, so that a crash leaves none behind. */
  private async watch(userId: string, holdId: string, { idempotency: request }: CommandContext): Promise<void> {
    if (!request) return;
    const settledAt = new Date(this.clock().getTime() + SETTLED_MS.request);
    await watchHold(sessionOfClient(this.store.pool), { userId, holdId, request }, settledAt);
  }

  /** @returns the tokens that can be spent afterwards @throws DomainError of a refusal; IdUsedError */
  private async hold(
    { userId, tooFewTokens }: Payment,
    { holdId, assessmentId, amountTokens }: Price,
    at: string,
    context: RequestContext,
  ): Promise<number> {
    const legs = [{ assessmentId, amountTokens }];
    const expiresAt = new Date(Date.parse(at) + PRODUCT.holdMs).toISOString();
    try {
      return await this.holds.place({ userId, holdId, legs, expiresAt }, context);
    } catch (error) {
      if (!(error instanceof RemoteError) || error.code === 'UNAVAILABLE' || error.code === 'INTERNAL') throw error;
      // It was given back, or it has expired.
      if (error.code === 'CONFLICT') throw new IdUsedError();
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') {
        // Of the same request, for what it would have cost before the assessment changed.
        await this.holds.release(userId, holdId, context);
        throw new IdUsedError();
      }
      const message = error.code === 'INSUFFICIENT_TOKENS' ? (tooFewTokens ?? error.message) : error.message;
      throw new DomainError(error.code, message, error.details);
    }
  }
}

/** The request's next ids are to be taken. */
class IdUsedError extends Error {}

function unlessIdUsed(error: unknown): undefined {
  if (!(error instanceof IdUsedError)) throw error;
}

function idsOf({ subjectId }: Payment, { idempotency }: CommandContext, number: number): IdOf {
  if (!idempotency) return () => uuidv7();
  return (purpose) => uuidOf(`${purpose} ${number} ${idempotency.key} ${subjectId}`);
}
