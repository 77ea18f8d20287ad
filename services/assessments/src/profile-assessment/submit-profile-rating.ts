import { type RequestContext, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { RecentSubmissions } from '../linked-accounts/submission-habits.js';
import { ownerStreams } from '../owner/decide.js';
import { Participants } from '../participants/participants.rows.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from './decide.js';
import { repeatedProfileRating } from './decide-rating.js';
import { profileAssessmentStreamId } from './profile-assessment.js';
import { recordRoundOnOwner } from './request-profile-assessment.js';

type Submission = Sent<typeof rpc.submitProfileRating>;

/** The answer stored with the idempotency key. */
interface SubmissionAnswer {
  submissionId: string;
  tokensEarned: number;
  /** False without a slot: such a submission counts and earns nothing. */
  isRewarded: boolean;
  eventIds: string[];
}

/** Accepts a submission in one append. The last submission also completes the round. */
@Controller()
export class SubmitProfileRating {
  constructor(
    private readonly participants: Participants,
    private readonly commands: Commands,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
    private readonly recent: RecentSubmissions,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.submitProfileRating)
  async submit(request: Submission, context: RequestContext) {
    const { assessorId, ownerId, profileAssessmentId, comments } = request;
    const { isVisible, hiddenPhotoIds } = await this.participants.requireActiveAssessor(assessorId, ownerId);
    const tokensBefore = await this.balances.before(assessorId, context);
    const { minLookMs } = this.settings;
    const submission = { ownerId, assessorId, comments, isVisible, hiddenPhotoIds, minLookMs };
    const command = commandContext(rpc.submitProfileRating, context);
    const serialBy = profileAssessmentStreamId(profileAssessmentId);
    const { answer, events } = await this.commands.execute(command, { serialBy }, async (unit) => {
      const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
      const now = { submissionId: uuidv7(), at: this.clock().toISOString() };
      const decided = profileAssessment.decide({ type: 'SubmitProfileRating', ...submission, ...now });
      if (decided.some(({ type }) => type === 'ProfileRoundCompleted')) {
        recordRoundOnOwner(decided, await unit.load(ownerStreams, ownerId));
      }
      return answerOf(request, profileAssessment);
    });
    const { submissionId, tokensEarned } = answer;
    const reward = { userId: assessorId, submissionIds: [submissionId], tokensEarned, tokensBefore };
    const [balance] = await Promise.all([
      this.balances.afterReward(reward, context),
      this.ownWrites.shownInProfiles(events),
      this.recent.record(events, context.ip),
    ]);
    return { ...answer, ...balance } as Reply<typeof rpc.submitProfileRating>;
  }
}

/** Returns the answer for the accepted submission, or for the earlier submission that it repeats. */
function answerOf(submission: Submission, { state, history, decided }: LoadedProfileAssessment): SubmissionAnswer {
  const accepted = state.status === 'known' ? repeatedProfileRating(submission, state.round) : undefined;
  const events: readonly { eventId: string; data: any }[] = [...history, ...decided];
  const event = events.find(({ data }) => data.submissionId === accepted?.submissionId);
  if (!accepted || !event) throw new Error('nothing was decided and nothing is repeated');
  const { submissionId, rewardTokens, hadSlot } = accepted;
  return { submissionId, tokensEarned: rewardTokens, isRewarded: hadSlot, eventIds: [event.eventId] };
}
