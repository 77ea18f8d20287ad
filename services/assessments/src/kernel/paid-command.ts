import { PRODUCT, type RequestContext } from '@candid/contracts';
import {
  type CommandContext,
  Commands,
  DomainError,
  type Executed,
  type UnitOfWork,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from './config.js';
import { Holds, isRefusal } from './tokens-service.js';
import { SETTLED_MS, watchHold } from './unused-holds.js';

/** Returns the same id for the same request and purpose; without an idempotency key, a new id each time. */
export type IdOf = (purpose: string) => string;

export interface Payment {
  userId: string;
  /** Id of the paid subject. Derived ids depend on it, so one key yields different ids for different subjects. */
  subjectId: string;
  /** Message if the tokens do not suffice; by default the message of the tokens service. */
  tooFewTokens?: string;
}

export interface Price {
  holdId: string;
  assessmentId: string;
  amountTokens: number;
}

interface PaidCommand<Event, Answer> extends Payment {
  serialBy: string;
  /** @returns the decided events; undefined if an earlier request, whose answer is no longer stored, has used one of the ids */
  decide(unit: UnitOfWork, idOf: IdOf, at: string): Promise<readonly Event[] | undefined>;
  priceOf(events: readonly Event[]): Price | undefined;
  /** `remainingTokens` is null if no hold was placed. */
  answer(events: readonly Event[], remainingTokens: number | null): Answer;
}

/**
 * Decides, then places the hold, then appends. A rejected command places no hold, and assessors see only what a hold
 * pays for. The id of the hold is derived from the idempotency key, so a retry after a crash finds the hold. If no
 * retry comes, `UnusedHoldsProcessor` releases the hold.
 */
@Injectable()
export class PaidCommands {
  constructor(
    private readonly commands: Commands,
    private readonly holds: Holds,
    private readonly database: Database,
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
      // An earlier attempt may have placed another hold, which is not needed any more.
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
      // After an error that is not a `DomainError`, the events may have been appended, so the hold stays.
      if (error instanceof DomainError) await release();
      throw error;
    }
  }

  /** Schedules the release before the hold is placed, so that a crash leaves no hold without a scheduled release. */
  private async watch(userId: string, holdId: string, { idempotency: request }: CommandContext): Promise<void> {
    if (!request) return;
    const settledAt = new Date(this.clock().getTime() + SETTLED_MS.request);
    await watchHold(this.database, { userId, holdId, request }, settledAt);
  }

  /** @returns the tokens that can be spent afterwards @throws DomainError if the hold is refused; IdUsedError */
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
      if (!isRefusal(error)) throw error;
      // The hold was released or has expired, so its id cannot be used again.
      if (error.code === 'CONFLICT') throw new IdUsedError();
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') {
        // The same request placed this hold for the earlier price, before the assessment changed.
        await this.holds.release(userId, holdId, context);
        throw new IdUsedError();
      }
      const message = error.code === 'INSUFFICIENT_TOKENS' ? (tooFewTokens ?? error.message) : error.message;
      throw new DomainError(error.code, message, error.details);
    }
  }
}

/** Signals that an id of this attempt was used before: the command is repeated with other ids. */
class IdUsedError extends Error {}

function unlessIdUsed(error: unknown): undefined {
  if (!(error instanceof IdUsedError)) throw error;
}

function idsOf({ subjectId }: Payment, { idempotency }: CommandContext, number: number): IdOf {
  if (!idempotency) return () => uuidv7();
  return (purpose) => uuidOf(`${purpose} ${number} ${idempotency.key} ${subjectId}`);
}
