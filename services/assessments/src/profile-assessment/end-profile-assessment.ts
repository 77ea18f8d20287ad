import { type CommandContext, Commands, type Executed, type Identified, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from './decide.js';
import {
  type ProfileAssessment,
  type ProfileEndReason,
  type ProfileEvent,
  profileAssessmentStreamId,
} from './profile-assessment.js';
import { recordRoundOnOwner } from './request-profile-assessment.js';

/** The answer stored with the idempotency key. */
interface EndProfileAnswer {
  refundedTokens: number;
  /** Id of the refund; null if there is none. */
  refundId: string | null;
}

/** Ends the running round of a profile assessment, or confirms a completed one. */
@Injectable()
export class EndProfileAssessment {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(
    { userId: ownerId, profileAssessmentId }: { userId: string; profileAssessmentId: string },
    context: CommandContext,
  ): Promise<Executed<EndProfileAnswer>> {
    return this.commands.execute(
      context,
      { serialBy: profileAssessmentStreamId(profileAssessmentId) },
      async (unit) => {
        const [profileAssessment, owner] = await Promise.all([
          unit.load(profileAssessmentStreams, profileAssessmentId),
          unit.load(ownerStreams, ownerId),
        ]);
        return answerOf(
          endProfileAssessment(profileAssessment, owner, { ownerId, reason: 'owner', at: this.clock().toISOString() }),
        );
      },
    );
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
  /** Returns true if the running profile assessment should end. Without this check it ends. */
  applies?: (profileAssessment: ProfileAssessment) => boolean;
}

/** Ends the owner's profile assessment, if one runs, with a refund. */
export async function endRunningProfile(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { reason, at, applies }: ProfileEnd,
): Promise<Identified<ProfileEvent>[]> {
  const { profileRound } = owner.state;
  if (!profileRound) return [];
  const profileAssessment = await unit.load(profileAssessmentStreams, profileRound.profileAssessmentId);
  if (profileAssessment.state.status !== 'known' || (applies && !applies(profileAssessment.state))) return [];
  return endProfileAssessment(profileAssessment, owner, { ownerId: profileAssessment.state.ownerId, reason, at });
}

export function refundTokensOf(events: readonly ProfileEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'ProfileRoundEnded' ? event.data.refundTokens : 0), 0);
}

function answerOf(events: readonly ProfileEvent[]): EndProfileAnswer {
  const ended = events.find((event) => event.type === 'ProfileRoundEnded');
  const refundedTokens = refundTokensOf(events);
  if (ended?.type !== 'ProfileRoundEnded' || refundedTokens === 0) return { refundedTokens, refundId: null };
  return { refundedTokens, refundId: ended.data.assessmentId };
}
