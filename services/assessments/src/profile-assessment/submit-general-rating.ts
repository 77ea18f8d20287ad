import { PRODUCT } from '@candid/contracts';
import { type CommandContext, Commands, type Executed } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type LoadedProfileAssessment, ownerStreams, profileAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { type AssessmentsSettings, SETTINGS } from '../config.js';
import { groupStreamId } from './domain/events.js';
import { repeatedEvaluation } from './domain/submit-general-rating.js';
import { recordRunOnOwner } from './owner-events.js';

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
  /** False without a slot: the submission counts and earns nothing. */
  isRewarded: boolean;
  /** Of GeneralRatingAccepted. */
  eventIds: string[];
}

/** One append takes the evaluation and, with the last one, completes the run. */
@Injectable()
export class SubmitGeneralRating {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(submission: GeneralSubmission, context: CommandContext): Promise<Executed<GeneralSubmissionAnswer>> {
    const { groupId, ...wanted } = submission;
    const { minLookMs } = this.settings;
    return this.commands.execute(context, { serialBy: groupStreamId(groupId) }, async (unit) => {
      const group = await unit.load(profileAssessmentStreams, groupId);
      const at = this.clock().toISOString();
      const events = group.decide({ type: 'SubmitGeneralRating', submissionId: uuidv7(), ...wanted, minLookMs, at });
      if (events.some(({ type }) => type === 'GroupCompleted')) {
        recordRunOnOwner(events, await unit.load(ownerStreams, submission.ownerId));
      }
      return answerOf(submission, group);
    });
  }
}

/** Of the evaluation just accepted, or, for a repeat, of the rater's same submission in history. */
function answerOf(
  submission: GeneralSubmission,
  { state, history, decided }: LoadedProfileAssessment,
): GeneralSubmissionAnswer {
  const accepted = state.status === 'known' ? repeatedEvaluation(submission, state.run, PRODUCT) : undefined;
  const events: readonly { eventId: string; data: any }[] = [...history, ...decided];
  const event = events.find(({ data }) => data.submissionId === accepted?.submissionId);
  if (!accepted || !event) throw new Error('nothing was decided and nothing is repeated');
  const { submissionId, rewardTokens, hadSlot } = accepted;
  return { submissionId, tokensEarned: rewardTokens, isRewarded: hadSlot, eventIds: [event.eventId] };
}
