import type { RequestContext } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { groupUnknown } from '../../domain/group/errors.js';
import type { Choice } from '../../domain/test/events.js';
import type { CommandContext } from '../command-context.js';
import * as deciders from '../deciders.js';
import { type AppendGuard, appendOf, type IdentifiedEvent, identified, Streams } from '../streams.js';
import { idOfKey } from './ids-of-key.js';
import { ownerEventsOf } from './owner-events.js';
import { PaidCommands, type PaidDecision } from './paid-command.js';
import { PlannerPhotos } from './planner-photos.js';

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
    @Inject(Streams) private readonly streams: Streams,
    @Inject(PaidCommands) private readonly paid: PaidCommands,
    @Inject(PlannerPhotos) private readonly planner: PlannerPhotos,
  ) {}

  run(change: GroupChange, command: CommandContext, context: RequestContext) {
    return this.paid.run<GroupChangeAnswer>(
      {
        userId: change.userId,
        turn: `group ${change.groupId}`,
        decide: (number, at) => this.decide(change, command.idempotency?.key, number, at),
        answer: (events, remainingTokens) => ({ refundId: refundIdOf(events), remainingTokens }),
      },
      command,
      context,
    );
  }

  private async decide(
    { userId: ownerId, groupId, photoIds, evaluatorsCount: evaluators, commentsSelected }: GroupChange,
    key: string | undefined,
    number: number,
    at: string,
  ): Promise<PaidDecision | undefined> {
    const group = await this.streams.loadGroup(groupId);
    if (group.state.status === 'unknown') throw groupUnknown();
    const idOf = (what: string): string => idOfKey(key === undefined ? key : `${key} ${groupId}`, what, number);
    const [assessmentId, holdId] = [idOf('run'), idOf('hold')];
    if (group.state.usedHoldIds.includes(holdId)) return undefined;
    const ids = { assessmentId, holdId, refundId: uuidv7() };
    const wanted = { ownerId, photoIds, evaluators, commentsSelected };
    const events = identified(deciders.group.decide({ type: 'ChangeGroup', ...wanted, ...ids, at }, group.state));
    const owner = await this.streams.loadOwner(ownerId);
    const ownerEvents = ownerEventsOf(events, owner.state);
    const guard = await this.guardOf(ownerId, events);
    return { appends: [...appendOf(group, events), ...appendOf(owner, identified(ownerEvents))], events, guard };
  }

  private async guardOf(ownerId: string, events: readonly IdentifiedEvent[]): Promise<AppendGuard | undefined> {
    const started = events.find((event) => event.type === 'GroupStarted');
    if (started?.type !== 'GroupStarted') return undefined;
    const { photoIds } = started.data;
    const planner = await this.planner.requireOwn(ownerId, photoIds);
    planner.requireInPlanner();
    return (session) => this.planner.keepInPlanner(session, photoIds);
  }
}

function refundIdOf(events: readonly IdentifiedEvent[]): string | null {
  const shrunk = events.find((event) => event.type === 'GroupShrunk');
  return shrunk?.type === 'GroupShrunk' ? shrunk.data.refundId : null;
}
