import type { RequestContext } from '@candid/contracts';
import type { CommandContext, Executed, UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ownerStreams, profileAssessmentStreams } from '../aggregates.js';
import { type IdOf, PaidCommands } from '../paid-command.js';
import type { Choice } from '../photo-assessment/domain/events.js';
import { groupUnknown } from './domain/errors.js';
import { type GroupEvent, groupStreamId } from './domain/events.js';
import { recordRunOnOwner } from './owner-events.js';
import { PlannerPhotos, TOO_FEW_TOKENS } from './planner-photos.js';

export interface GroupChange {
  userId: string;
  groupId: string;
  photoIds?: string[] | undefined;
  evaluatorsCount: number;
  commentsSelected?: Choice[] | undefined;
}

/** Stored with the idempotency key. */
export interface GroupChangeAnswer {
  refundId: string | null;
  /** Null where nothing was held. */
  remainingTokens: number | null;
}

/** Changes the run that goes on, or starts another of the same photos. */
@Injectable()
export class ChangeGroup {
  constructor(
    @Inject(PaidCommands) private readonly paid: PaidCommands,
    @Inject(PlannerPhotos) private readonly planner: PlannerPhotos,
  ) {}

  run(change: GroupChange, command: CommandContext, context: RequestContext): Promise<Executed<GroupChangeAnswer>> {
    const { userId, groupId } = change;
    return this.paid.run(
      {
        userId,
        subjectId: groupId,
        serialBy: groupStreamId(groupId),
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, change, idOf, at),
        answer: (events: readonly GroupEvent[], remainingTokens): GroupChangeAnswer => ({
          refundId: refundIdOf(events),
          remainingTokens,
        }),
      },
      command,
      context,
    );
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, groupId, photoIds, evaluatorsCount: evaluators, commentsSelected }: GroupChange,
    idOf: IdOf,
    at: string,
  ): Promise<GroupEvent[] | undefined> {
    const group = await unit.load(profileAssessmentStreams, groupId);
    if (group.state.status === 'unknown') throw groupUnknown();
    const [assessmentId, holdId] = [idOf('run'), idOf('hold')];
    if (group.state.usedHoldIds.includes(holdId)) return undefined;
    const ids = { assessmentId, holdId, refundId: uuidv7() };
    const wanted = { ownerId, photoIds, evaluators, commentsSelected };
    const events = group.decide({ type: 'ChangeGroup', ...wanted, ...ids, at });
    recordRunOnOwner(events, await unit.load(ownerStreams, ownerId));
    await this.requirePlannerFor(unit, ownerId, events);
    return events;
  }

  private async requirePlannerFor(unit: UnitOfWork, ownerId: string, events: readonly GroupEvent[]): Promise<void> {
    const started = events.find((event) => event.type === 'GroupStarted');
    if (started?.type !== 'GroupStarted') return;
    const { photoIds } = started.data;
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
  }
}

function refundIdOf(events: readonly GroupEvent[]): string | null {
  const shrunk = events.find((event) => event.type === 'GroupShrunk');
  return shrunk?.type === 'GroupShrunk' ? shrunk.data.refundId : null;
}
