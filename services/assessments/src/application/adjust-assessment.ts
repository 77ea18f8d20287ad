import type { RequestContext } from '@candid/contracts';
import { DomainError, EventStore, type RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { notBeingAssessed } from '../domain/test/errors.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { ExtensionHold } from './extension-hold.js';
import { appendOf, type IdentifiedEvent, identified, Streams } from './streams.js';

export interface AdjustRequest {
  userId: string;
  photoId: string;
  difference: number;
  isCommentsChecked?: boolean | undefined;
  isRatingChecked?: boolean | undefined;
}

/** Stored with the idempotency key. */
export interface AdjustAnswer {
  refundTokens: number;
  refundId: string | null;
  eventIds: string[];
}

export interface AdjustResult {
  answer: AdjustAnswer;
  events: RecordedEvent[];
}

/** Changes a photo's assessment. More assessors are paid first: nothing is promised to assessors that is not held. */
@Injectable()
export class AdjustAssessment {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(ExtensionHold) private readonly holds: ExtensionHold,
  ) {}

  async run(request: AdjustRequest, command: CommandContext, context: RequestContext): Promise<AdjustResult> {
    const known = await firstAnswer<AdjustAnswer>(this.store, command.idempotency);
    if (known) return this.repeated(request, known);
    const refundId = uuidv7();
    // Whatever is to be refused is refused before any tokens are asked for.
    const wanted = await this.unlessTwin(request, command, () => this.decide(request, { holdId: refundId, refundId }));
    if ('answer' in wanted) return wanted;
    // A twin that was recorded before this look has used its hold: then no other may be placed.
    const twin = await firstAnswer<AdjustAnswer>(this.store, command.idempotency);
    if (twin) return this.repeated(request, twin);
    const extended = wanted.events.find((event) => event.type === 'AssessmentExtended');
    if (extended?.type !== 'AssessmentExtended') {
      return this.unlessTwin(request, command, () => this.record(request, { holdId: refundId, refundId }, command));
    }
    const { assessmentId, amountTokens, extendedAt: at } = extended.data;
    const { userId } = request;
    const { usedHoldIds } = wanted;
    const hold = { userId, assessmentId, amountTokens, idempotencyKey: command.idempotency?.key, usedHoldIds, at };
    const holdId = await this.holds.place(hold, context);
    try {
      return await this.unlessTwin(request, command, () => this.record(request, { holdId, refundId }, command));
    } catch (error) {
      if (error instanceof DomainError) await this.holds.release(userId, holdId, context);
      throw error;
    }
  }

  /** A refusal may come from what the twin of this request has just done: then that one's answer is the answer. */
  private async unlessTwin<Result>(
    request: AdjustRequest,
    command: CommandContext,
    work: () => Promise<Result>,
  ): Promise<Result | AdjustResult> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const twin = await firstAnswer<AdjustAnswer>(this.store, command.idempotency);
      if (!twin) throw error;
      return this.repeated(request, twin);
    }
  }

  /** With what the first time appended: whoever gets the first answer reads what it says. */
  private async repeated({ userId, photoId }: AdjustRequest, answer: AdjustAnswer): Promise<AdjustResult> {
    const { state } = await this.streams.loadOwner(userId);
    const testId = state.testsByPhoto[photoId];
    const history = testId === undefined ? [] : (await this.streams.loadTest(testId)).events;
    return { answer, events: history.filter(({ eventId }) => answer.eventIds.includes(eventId)) };
  }

  private record(request: AdjustRequest, ids: Ids, command: CommandContext): Promise<AdjustResult> {
    return this.streams.inTurn(`adjustment of ${request.photoId}`, async () => {
      const { appends, events } = await this.decide(request, ids);
      const answer = answerOf(events);
      const outcome = await this.streams.append(appends, command, answer);
      if (outcome.outcome === 'replayed') return this.repeated(request, outcome.answer as AdjustAnswer);
      return { answer, events: outcome.events };
    });
  }

  private async decide({ userId: ownerId, ...wanted }: AdjustRequest, ids: Ids) {
    const at = this.streams.now();
    const { photoId } = wanted;
    const owner = await this.streams.loadOwner(ownerId);
    const testId = owner.state.testsByPhoto[photoId];
    if (testId === undefined) throw notBeingAssessed();
    const test = await this.streams.loadTest(testId);
    const isOnboarding = !owner.state.hasMadeFirstProfile;
    const adjust = { type: 'AdjustAssessment', ownerId, ...wanted, ...ids, isOnboarding, at } as const;
    const events = identified(deciders.test.decide(adjust, test.state));
    const isReopened = events.some((event) => event.type === 'AssessmentExtended' && event.data.isReopened);
    const ownerEvents = isReopened
      ? deciders.owner.decide({ type: 'RecordReopening', ownerId, testId, photoId, at }, owner.state)
      : [];
    const usedHoldIds = test.state.status === 'started' ? test.state.usedHoldIds : [];
    const appends = [...appendOf(test, events), ...appendOf(owner, identified(ownerEvents))];
    return { appends, events, usedHoldIds };
  }
}

interface Ids {
  holdId: string;
  refundId: string;
}

function answerOf(events: IdentifiedEvent[]): AdjustAnswer {
  const shrunk = events.find((event) => event.type === 'AssessmentShrunk');
  const refund = shrunk?.type === 'AssessmentShrunk' ? shrunk.data : { refundTokens: 0, refundId: null };
  const { refundTokens, refundId } = refund;
  return { refundTokens, refundId, eventIds: events.map(({ eventId }) => eventId) };
}
