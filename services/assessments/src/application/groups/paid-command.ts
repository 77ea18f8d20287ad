import type { RequestContext } from '@candid/contracts';
import { DomainError, EventStore, type RecordedEvent, type StreamAppend } from '@candid/event-store';
import { RemoteError } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import { type CommandContext, firstAnswer } from '../command-context.js';
import { type AppendGuard, type IdentifiedEvent, Streams } from '../streams.js';
import { RunHold } from './run-hold.js';

/** What is decided under ids that belong to the request's key and its number; undefined where those have been used. */
export interface PaidDecision {
  appends: StreamAppend[];
  events: IdentifiedEvent[];
  /** Of what it was decided on and other streams do not say. */
  guard?: AppendGuard | undefined;
}

export interface PaidResult<Answer> {
  answer: Answer;
  /** What was appended; nothing for a repeat. */
  events: RecordedEvent[];
}

export interface PaidCommand<Answer> {
  userId: string;
  turn: string;
  decide(number: number, at: string): Promise<PaidDecision | undefined>;
  answer(events: readonly IdentifiedEvent[], remainingTokens: number | null): Answer;
}

/**
 * Decide, hold what it costs, append. Whatever is to be refused is refused before tokens are asked for, and nothing is
 * promised to assessors that is not held. A crash in between leaves a hold that the request's repeat finds or that ends by itself.
 */
@Injectable()
export class PaidCommands {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(RunHold) private readonly holds: RunHold,
  ) {}

  async run<Answer>(
    wanted: PaidCommand<Answer>,
    command: CommandContext,
    context: RequestContext,
  ): Promise<PaidResult<Answer>> {
    let held: string | undefined;
    const attempt = async (): Promise<PaidResult<Answer>> => {
      const known = await firstAnswer<Answer>(this.store, command.idempotency);
      if (known) return { answer: known, events: [] };
      for (let number = 1; number <= LIMITS.startsPerKey; number++) {
        const at = this.streams.now();
        const decided = await wanted.decide(number, at);
        if (!decided) continue;
        const price = priceOf(decided.events);
        // What an attempt before this one held is used by none any more.
        if (held !== undefined && held !== price?.holdId) {
          await this.holds.release(wanted.userId, held, context);
          held = undefined;
        }
        let remainingTokens: number | undefined;
        if (price) {
          remainingTokens = await this.holds.place({ userId: wanted.userId, ...price, at }, context);
          if (remainingTokens === undefined) continue;
          held = price.holdId;
        }
        const answer = wanted.answer(decided.events, remainingTokens ?? null);
        const outcome = await this.streams.append(decided.appends, command, answer, decided.guard);
        if (outcome.outcome === 'replayed') return { answer: outcome.answer as Answer, events: [] };
        return { answer, events: outcome.events };
      }
      throw new DomainError('CONFLICT', 'This request was given up. Please try again.');
    };
    try {
      return await this.streams.inTurn(wanted.turn, attempt);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The refusal may come from what the twin of this request has just done: then that one's answer is the answer.
      const twin = await firstAnswer<Answer>(this.store, command.idempotency);
      if (twin) return { answer: twin, events: [] };
      if (held !== undefined) await this.holds.release(wanted.userId, held, context);
      throw error;
    }
  }
}

/** Nothing was appended then; after any other failure that is not known. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof RemoteError && error.code !== 'UNAVAILABLE');

function priceOf(events: readonly IdentifiedEvent[]) {
  for (const event of events) {
    if (event.type !== 'GroupStarted' && event.type !== 'GroupExtended') continue;
    const { holdId, assessmentId, amountTokens } = event.data;
    return { holdId, assessmentId, amountTokens };
  }
  return undefined;
}
