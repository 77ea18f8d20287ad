import { EventStore, type RecordedEvent, type StreamAppend } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { OwnerState } from '../domain/owner/state.js';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { decideGroupEnd, type GroupEnding } from './groups/end-group.js';
import { appendOf, type History, type IdentifiedEvent, identified, Streams } from './streams.js';

/** Stored with the idempotency key. */
export interface EndAllAnswer {
  refundTokens: number;
  photoIds: string[];
  eventIds: string[];
}

/** Ends everything that runs for an owner, photos' and profile's assessments, in one append. A first assessment is no later one: it stays. */
@Injectable()
export class EndAllAssessments {
  constructor(
    @Inject(Streams) private readonly streams: Streams,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  async run(ownerId: string, context: CommandContext): Promise<{ answer: EndAllAnswer; events: RecordedEvent[] }> {
    const known = await firstAnswer<EndAllAnswer>(this.store, context.idempotency);
    if (known) return { answer: known, events: [] };
    return this.streams.inTurn(`ends of ${ownerId}`, async () => {
      const { appends, ended } = await this.decide(ownerId);
      const answer = answerOf(ended);
      const outcome = await this.streams.append(appends, context, answer);
      if (outcome.outcome === 'replayed') return { answer: outcome.answer as EndAllAnswer, events: [] };
      return { answer, events: outcome.events };
    });
  }

  private async decide(ownerId: string): Promise<{ appends: StreamAppend[]; ended: IdentifiedEvent[] }> {
    const owner = await this.streams.loadOwner(ownerId);
    if (!owner.state.hasMadeFirstProfile) return { appends: [], ended: [] };
    const at = this.streams.now();
    const appends: StreamAppend[] = [];
    const ended: IdentifiedEvent[] = [];
    for (const testId of new Set(Object.values(owner.state.pool).map((place) => place.testId))) {
      const test = await this.streams.loadTest(testId);
      if (test.state.status !== 'started') continue;
      const running = test.state.assessments.filter(({ status }) => status === 'running');
      const end = { type: 'EndAssessment', ownerId, isRemoved: false, isOnboarding: false, at } as const;
      const events = identified(
        running.flatMap(({ photoId }) => deciders.test.decide({ ...end, photoId }, test.state)),
      );
      appends.push(...appendOf(test, events));
      ended.push(...events);
    }
    const left = ended.flatMap((event) =>
      event.type === 'AssessmentEnded'
        ? deciders.owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId: event.data.photoId, at }, owner.state)
        : [],
    );
    const group = await this.decideGroup(owner, at);
    return {
      appends: [...appends, ...group.groupAppends, ...appendOf(owner, identified([...left, ...group.ownerEvents]))],
      ended: [...ended, ...group.events],
    };
  }

  private async decideGroup(owner: History<OwnerState>, at: string): Promise<Omit<GroupEnding, 'streams'>> {
    const { groupRun } = owner.state;
    if (!groupRun) return { groupAppends: [], ownerEvents: [], events: [] };
    const group = await this.streams.loadGroup(groupRun.groupId);
    if (group.state.status !== 'known') return { groupAppends: [], ownerEvents: [], events: [] };
    const { ownerId } = group.state;
    return decideGroupEnd(group, owner, { ownerId, reason: 'planner-emptied' }, at);
  }
}

function answerOf(ended: IdentifiedEvent[]): EndAllAnswer {
  const answer: EndAllAnswer = { refundTokens: 0, photoIds: [], eventIds: [] };
  for (const event of ended) {
    if (event.type === 'GroupEnded') answer.refundTokens += event.data.refundTokens;
    if (event.type !== 'AssessmentEnded') continue;
    answer.refundTokens += event.data.refundTokens;
    answer.photoIds.push(event.data.photoId);
    answer.eventIds.push(event.eventId);
  }
  return answer;
}
