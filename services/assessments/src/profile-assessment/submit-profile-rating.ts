import { PRODUCT } from '@candid/contracts';
import { type CommandContext, Commands, type Executed } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { ownerStreams } from '../owner/decide.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from './decide.js';
import { repeatedProfileRating } from './decide-rating.js';
import { profileAssessmentStreamId } from './profile-assessment.js';
import { recordRoundOnOwner } from './request-profile-assessment.js';

interface ProfileSubmissionRequest {
  profileAssessmentId: string;
  ownerId: string;
  assessorId: string;
  comments: unknown[];
  isVisible: boolean;
  hiddenPhotoIds: readonly string[];
}

/** The answer stored with the idempotency key. */
interface ProfileSubmissionAnswer {
  submissionId: string;
  tokensEarned: number;
  /** False without a slot: such a submission counts and earns nothing. */
  isRewarded: boolean;
  /** Id of the event that accepted the submission. */
  eventIds: string[];
}

/** Accepts a submission in one append. The last submission also completes the round. */
@Injectable()
export class SubmitProfileRating {
  constructor(
    private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(submission: ProfileSubmissionRequest, context: CommandContext): Promise<Executed<ProfileSubmissionAnswer>> {
    const { profileAssessmentId, ...wanted } = submission;
    const { minLookMs } = this.settings;
    return this.commands.execute(
      context,
      { serialBy: profileAssessmentStreamId(profileAssessmentId) },
      async (unit) => {
        const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
        const at = this.clock().toISOString();
        const events = profileAssessment.decide({
          type: 'SubmitProfileRating',
          submissionId: uuidv7(),
          ...wanted,
          minLookMs,
          at,
        });
        if (events.some(({ type }) => type === 'ProfileRoundCompleted')) {
          recordRoundOnOwner(events, await unit.load(ownerStreams, submission.ownerId));
        }
        return answerOf(submission, profileAssessment);
      },
    );
  }
}

/** The answer for the submission just accepted or, for a repeat, for the assessor's equal submission in the history. */
function answerOf(
  submission: ProfileSubmissionRequest,
  { state, history, decided }: LoadedProfileAssessment,
): ProfileSubmissionAnswer {
  const accepted = state.status === 'known' ? repeatedProfileRating(submission, state.round, PRODUCT) : undefined;
  const events: readonly { eventId: string; data: any }[] = [...history, ...decided];
  const event = events.find(({ data }) => data.submissionId === accepted?.submissionId);
  if (!accepted || !event) throw new Error('nothing was decided and nothing is repeated');
  const { submissionId, rewardTokens, hadSlot } = accepted;
  return { submissionId, tokensEarned: rewardTokens, isRewarded: hadSlot, eventIds: [event.eventId] };
}
