import { type CommandContext, Commands, type Executed, type Identified } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import type { GroupEvent } from '../profile-assessment/domain/events.js';
import { endRunningProfile } from '../profile-assessment/end-group.js';
import type { TestEvent } from './domain/events.js';
import type { TestState } from './domain/state.js';
import { endPhoto } from './end-assessment.js';

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
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(userId: string, context: CommandContext): Promise<Executed<EndAllAnswer>> {
    return this.commands.execute(context, { serialBy: `ends of ${userId}` }, async (unit) => {
      const at = this.clock().toISOString();
      const ended: Identified<TestEvent | GroupEvent>[] = [];
      const owner = await unit.load(ownerStreams, userId);
      if (!owner.state.hasMadeFirstProfile) return answerOf(ended);
      for (const testId of new Set(Object.values(owner.state.pool).map((place) => place.testId))) {
        const test = await unit.load(photoAssessmentStreams, testId);
        for (const photoId of runningPhotosOf(test.state)) {
          ended.push(...endPhoto({ userId, photoId, isRemoved: false }, test, owner, at));
        }
      }
      ended.push(...(await endRunningProfile(unit, owner, { reason: 'planner-emptied', at })));
      return answerOf(ended);
    });
  }
}

const runningPhotosOf = (test: TestState): string[] =>
  test.status === 'started'
    ? test.assessments.filter(({ status }) => status === 'running').map(({ photoId }) => photoId)
    : [];

function answerOf(ended: readonly Identified<TestEvent | GroupEvent>[]): EndAllAnswer {
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
