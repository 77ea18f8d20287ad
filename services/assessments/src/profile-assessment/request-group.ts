import type { RequestContext } from '@candid/contracts';
import type { CommandContext, Executed, UnitOfWork } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, profileAssessmentStreams } from '../aggregates.js';
import { type IdOf, PaidCommands } from '../paid-command.js';
import type { Choice } from '../photo-assessment/domain/events.js';
import type { GroupEvent } from './domain/events.js';
import { recordRunOnOwner } from './owner-events.js';
import { PlannerPhotos, TOO_FEW_TOKENS } from './planner-photos.js';

export interface GroupRequest {
  userId: string;
  photoIds: string[];
  evaluatorsCount: number;
  commentsSelected?: Choice[] | undefined;
}

/** Stored with the idempotency key. */
export interface GroupRequestAnswer {
  groupId: string;
  remainingTokens: number;
}

/** Has a profile evaluated for the first time. */
@Injectable()
export class RequestGroup {
  constructor(
    @Inject(PaidCommands) private readonly paid: PaidCommands,
    @Inject(PlannerPhotos) private readonly planner: PlannerPhotos,
  ) {}

  run(request: GroupRequest, command: CommandContext, context: RequestContext): Promise<Executed<GroupRequestAnswer>> {
    const { userId } = request;
    return this.paid.run(
      {
        userId,
        subjectId: userId,
        serialBy: `groups of ${userId}`,
        tooFewTokens: TOO_FEW_TOKENS,
        decide: (unit, idOf, at) => this.decide(unit, request, idOf, at),
        answer: answerOf,
      },
      command,
      context,
    );
  }

  private async decide(
    unit: UnitOfWork,
    { userId: ownerId, photoIds, evaluatorsCount: evaluators, commentsSelected }: GroupRequest,
    idOf: IdOf,
    at: string,
  ): Promise<GroupEvent[] | undefined> {
    const [groupId, assessmentId, holdId] = [idOf('group'), idOf('run'), idOf('hold')];
    const group = await unit.load(profileAssessmentStreams, groupId);
    if (group.state.status !== 'unknown') return undefined;
    const start = { groupId, assessmentId, holdId, ownerId, photoIds, evaluators, commentsSelected, at };
    const events = group.decide({ type: 'StartGroup', ...start });
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    recordRunOnOwner(events, await unit.load(ownerStreams, ownerId));
    planner.requireInPlanner();
    unit.guardAppend((session) => this.planner.keepInPlanner(session, photoIds));
    return events;
  }
}

function answerOf(events: readonly GroupEvent[], remainingTokens: number | null): GroupRequestAnswer {
  const started = events.find((event) => event.type === 'GroupStarted');
  if (started?.type !== 'GroupStarted' || remainingTokens === null) throw new Error('nothing was started');
  return { groupId: started.data.groupId, remainingTokens };
}
