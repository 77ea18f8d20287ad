import { EventStore, type RecordedEvent, type StreamAppend } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type CommandContext, firstAnswer } from './command-context.js';
import * as deciders from './deciders.js';
import { appendOf, type IdentifiedEvent, identified, Streams } from './streams.js';

/** Stored with the idempotency key. */
export interface EndAllAnswer {
  refundTokens: number;
  photoIds: string[];
  eventIds: string[];
}

/** Ends everything that runs for an owner, in one append. A first assessment is no later one: it stays. */
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
    return { appends: [...appends, ...appendOf(owner, identified(left))], ended };
  }
}

function answerOf(ended: IdentifiedEvent[]): EndAllAnswer {
  const answer: EndAllAnswer = { refundTokens: 0, photoIds: [], eventIds: [] };
  for (const event of ended) {
    if (event.type !== 'AssessmentEnded') continue;
    answer.refundTokens += event.data.refundTokens;
    answer.photoIds.push(event.data.photoId);
    answer.eventIds.push(event.eventId);
  }
  return answer;
}
