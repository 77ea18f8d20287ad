import type { RequestContext } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Choice } from '../../domain/test/events.js';
import type { CommandContext } from '../command-context.js';
import * as deciders from '../deciders.js';
import { type AppendGuard, appendOf, identified, Streams } from '../streams.js';
import { idOfKey } from './ids-of-key.js';
import { PaidCommands, type PaidDecision } from './paid-command.js';
import { PlannerPhotos } from './planner-photos.js';

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
    @Inject(Streams) private readonly streams: Streams,
    @Inject(PaidCommands) private readonly paid: PaidCommands,
    @Inject(PlannerPhotos) private readonly planner: PlannerPhotos,
  ) {}

  run(request: GroupRequest, command: CommandContext, context: RequestContext) {
    return this.paid.run<GroupRequestAnswer>(
      {
        userId: request.userId,
        turn: `groups of ${request.userId}`,
        decide: (number, at) => this.decide(request, command.idempotency?.key, number, at),
        answer: (events, remainingTokens) => {
          const started = events.find((event) => event.type === 'GroupStarted');
          if (started?.type !== 'GroupStarted' || remainingTokens === null) throw new Error('nothing was started');
          return { groupId: started.data.groupId, remainingTokens };
        },
      },
      command,
      context,
    );
  }

  private async decide(
    { userId: ownerId, photoIds, evaluatorsCount: evaluators, commentsSelected }: GroupRequest,
    key: string | undefined,
    number: number,
    at: string,
  ): Promise<PaidDecision | undefined> {
    const idOf = (what: string): string => idOfKey(key, what, number);
    const [groupId, assessmentId, holdId] = [idOf('group'), idOf('run'), idOf('hold')];
    const group = await this.streams.loadGroup(groupId);
    if (group.state.status !== 'unknown') return undefined;
    const start = { groupId, assessmentId, holdId, ownerId, photoIds, evaluators, commentsSelected, at };
    const events = identified(deciders.group.decide({ type: 'StartGroup', ...start }, group.state));
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    const owner = await this.streams.loadOwner(ownerId);
    const opened = deciders.owner.decide({ type: 'OpenGroupRun', ownerId, groupId, assessmentId }, owner.state);
    planner.requireInPlanner();
    const guard: AppendGuard = (session) => this.planner.keepInPlanner(session, photoIds);
    return { appends: [...appendOf(group, events), ...appendOf(owner, identified(opened))], events, guard };
  }
}
