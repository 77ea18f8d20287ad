import { type RequestContext, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { Commands, type Identified, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Balances } from '../kernel/tokens-service.js';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from './decide.js';
import { type ProfileEndReason, type ProfileEvent, profileAssessmentStreamId } from './profile-assessment.js';
import { recordRoundOnOwner } from './request-profile-assessment.js';

/** The answer stored with the idempotency key. */
interface EndProfileAnswer {
  refundedTokens: number;
  refundId: string | null;
}

@Controller()
export class EndProfileAssessment {
  constructor(
    private readonly commands: Commands,
    private readonly balances: Balances,
    private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.endProfileAssessment)
  async end(request: Sent<typeof rpc.endProfileAssessment>, context: RequestContext) {
    const { userId, profileAssessmentId } = request;
    const tokensBefore = await this.balances.before(userId, context);
    const command = commandContext(rpc.endProfileAssessment, context);
    const serialBy = profileAssessmentStreamId(profileAssessmentId);
    const { answer, events } = await this.commands.execute(command, { serialBy }, async (unit) => {
      const [profileAssessment, owner] = await Promise.all([
        unit.load(profileAssessmentStreams, profileAssessmentId),
        unit.load(ownerStreams, userId),
      ]);
      const end = { ownerId: userId, reason: 'owner', at: this.clock().toISOString() } as const;
      return answerOf(endProfileAssessment(profileAssessment, owner, end));
    });
    const { refundedTokens, refundId } = answer;
    const [remainingTokens] = await Promise.all([
      this.balances.afterRefund({ userId, refundId, refundTokens: refundedTokens, tokensBefore }, context),
      this.ownWrites.shownInProfiles(events),
    ]);
    return { refundedTokens, remainingTokens };
  }
}

/** Ends the profile assessment on its own stream and on its owner's. */
function endProfileAssessment(
  profileAssessment: LoadedProfileAssessment,
  owner: LoadedOwner,
  end: { ownerId: string; reason: ProfileEndReason; at: string },
): Identified<ProfileEvent>[] {
  const events = profileAssessment.decide({ type: 'EndProfileAssessment', ...end });
  recordRoundOnOwner(events, owner);
  return events;
}

interface ProfileEnd {
  reason: ProfileEndReason;
  at: string;
  /** Returns true if the profile assessment of these photos should end. If this is absent, the assessment ends. */
  applies?: (photoIds: readonly string[]) => boolean;
}

export async function endRunningProfile(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { reason, at, applies }: ProfileEnd,
): Promise<Identified<ProfileEvent>[]> {
  const { profileRound } = owner.state;
  if (!profileRound) return [];
  const profileAssessment = await unit.load(profileAssessmentStreams, profileRound.profileAssessmentId);
  const { state } = profileAssessment;
  if (state.status !== 'known' || applies?.(state.photoIds) === false) return [];
  return endProfileAssessment(profileAssessment, owner, { ownerId: state.ownerId, reason, at });
}

function answerOf(events: readonly ProfileEvent[]): EndProfileAnswer {
  const ended = events.find((event) => event.type === 'ProfileRoundEnded')?.data;
  return ended && ended.refundTokens > 0
    ? { refundedTokens: ended.refundTokens, refundId: ended.assessmentId }
    : { refundedTokens: 0, refundId: null };
}
