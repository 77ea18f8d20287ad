import { type CommandContext, Commands, type Executed, type Identified, type UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import {
  type LoadedOwner,
  type LoadedProfileAssessment,
  ownerStreams,
  profileAssessmentStreams,
} from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { type GroupEndReason, type GroupEvent, groupStreamId } from './domain/events.js';
import type { EvaluationGroup } from './domain/state.js';
import { recordRunOnOwner } from './owner-events.js';

/** Stored with the idempotency key. */
export interface EndGroupAnswer {
  refundedTokens: number;
  /** Of the refund; null where nothing goes back. */
  refundId: string | null;
}

/** Ends what runs of a group, or confirms what is complete. */
@Injectable()
export class EndGroup {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(
    { userId: ownerId, groupId }: { userId: string; groupId: string },
    context: CommandContext,
  ): Promise<Executed<EndGroupAnswer>> {
    return this.commands.execute(context, { serialBy: groupStreamId(groupId) }, async (unit) => {
      const [group, owner] = await Promise.all([
        unit.load(profileAssessmentStreams, groupId),
        unit.load(ownerStreams, ownerId),
      ]);
      return answerOf(endGroup(group, owner, { ownerId, reason: 'owner', at: this.clock().toISOString() }));
    });
  }
}

/** Ends the assessment on its own stream and on its owner's. */
function endGroup(
  group: LoadedProfileAssessment,
  owner: LoadedOwner,
  end: { ownerId: string; reason: GroupEndReason; at: string },
): Identified<GroupEvent>[] {
  const events = group.decide({ type: 'EndGroup', ...end });
  recordRunOnOwner(events, owner);
  return events;
}

export interface ProfileEnd {
  reason: GroupEndReason;
  at: string;
  /** Whether the profile that runs is one to end; without it, it is. */
  applies?: (group: EvaluationGroup) => boolean;
}

/** Ends the owner's profile assessment, if one runs, with a refund. */
export async function endRunningProfile(
  unit: UnitOfWork,
  owner: LoadedOwner,
  { reason, at, applies }: ProfileEnd,
): Promise<Identified<GroupEvent>[]> {
  const { groupRun } = owner.state;
  if (!groupRun) return [];
  const group = await unit.load(profileAssessmentStreams, groupRun.groupId);
  if (group.state.status !== 'known' || (applies && !applies(group.state))) return [];
  return endGroup(group, owner, { ownerId: group.state.ownerId, reason, at });
}

export function refundTokensOf(events: readonly GroupEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'GroupEnded' ? event.data.refundTokens : 0), 0);
}

function answerOf(events: readonly GroupEvent[]): EndGroupAnswer {
  const ended = events.find((event) => event.type === 'GroupEnded');
  const refundedTokens = refundTokensOf(events);
  if (ended?.type !== 'GroupEnded' || refundedTokens === 0) return { refundedTokens, refundId: null };
  return { refundedTokens, refundId: ended.data.assessmentId };
}
