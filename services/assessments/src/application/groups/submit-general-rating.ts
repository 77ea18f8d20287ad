import { PRODUCT } from '@candid/contracts';
import { EventStore, type RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { GroupState } from '../../domain/group/state.js';
import { repeatedEvaluation } from '../../domain/group/submit-general-rating.js';
import { type CommandContext, firstAnswer } from '../command-context.js';
import * as deciders from '../deciders.js';
import { appendOf, type History, type IdentifiedEvent, identified, Streams } from '../streams.js';
import { ownerEventsOf } from './owner-events.js';

export interface GeneralSubmission {
  groupId: string;
  ownerId: string;
  raterId: string;
  comments: unknown[];
  isVisible: boolean;
}

/** Stored with the idempotency key. */
export interface GeneralSubmissionAnswer {
  submissionId: string;
  tokensEarned: number;
  /** Of GeneralRatingAccepted. */
  eventIds: string[];
}

/** One append takes the evaluation and, with the last one, completes the run. */
@Injectable()
export class SubmitGeneralRating {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  async run(
    submission: GeneralSubmission,
    context: CommandContext,
  ): Promise<{ answer: GeneralSubmissionAnswer; events: RecordedEvent[] }> {
    return this.streams.inTurn(`group ${submission.groupId}`, async () => {
      const known = await firstAnswer<GeneralSubmissionAnswer>(this.store, context.idempotency);
      if (known) return { answer: known, events: [] };
      const { groupId, ...wanted } = submission;
      const group = await this.streams.loadGroup(groupId);
      const command = { type: 'SubmitGeneralRating', submissionId: uuidv7(), ...wanted } as const;
      const events = identified(deciders.group.decide({ ...command, at: this.streams.now() }, group.state));
      const answer = answerOf(events) ?? firstAnswerOf(submission, group);
      const appends = [...appendOf(group, events), ...(await this.ownerAppends(submission.ownerId, events))];
      const outcome = await this.streams.append(appends, context, answer);
      if (outcome.outcome === 'replayed') return { answer: outcome.answer as GeneralSubmissionAnswer, events: [] };
      return { answer, events: outcome.events };
    });
  }

  private async ownerAppends(ownerId: string, events: IdentifiedEvent[]) {
    if (!events.some(({ type }) => type === 'GroupCompleted')) return [];
    const owner = await this.streams.loadOwner(ownerId);
    return appendOf(owner, identified(ownerEventsOf(events, owner.state)));
  }
}

function answerOf(events: IdentifiedEvent[]): GeneralSubmissionAnswer | undefined {
  const accepted = events.find((event) => event.type === 'GeneralRatingAccepted');
  if (accepted?.type !== 'GeneralRatingAccepted') return undefined;
  const { submissionId, rewardTokens } = accepted.data;
  return { submissionId, tokensEarned: rewardTokens, eventIds: [accepted.eventId] };
}

/** The answer to the rater's same submission, read from history. */
function firstAnswerOf(submission: GeneralSubmission, { state, events }: History<GroupState>): GeneralSubmissionAnswer {
  const first = state.status === 'known' ? repeatedEvaluation(submission, state.run, PRODUCT) : undefined;
  const accepted = events.find((event) => event.data.submissionId === first?.submissionId);
  if (!first || !accepted) throw new Error('nothing was decided and nothing is repeated');
  return { submissionId: first.submissionId, tokensEarned: first.rewardTokens, eventIds: [accepted.eventId] };
}
