import type { RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { CommandContext } from './command-context.js';
import * as deciders from './deciders.js';
import { appendOf, identified, Streams } from './streams.js';

export interface ConfirmedStart {
  photoIds: string[];
  /** Of TestStarted. */
  eventIds: string[];
  /** The same, as it was recorded, also for a repeat: whoever waits for it waits for the start. */
  events: RecordedEvent[];
}

/** The photos are stored: the test starts, once. */
@Injectable()
export class ConfirmStart {
  constructor(@Inject(Streams) private readonly streams: Streams) {}

  run(request: { userId: string; testId: string }, { metadata }: CommandContext): Promise<ConfirmedStart> {
    const { userId, testId } = request;
    return this.streams.inTurn(`test ${testId}`, async () => {
      const at = this.streams.now();
      const test = await this.streams.loadTest(testId);
      const testEvents = deciders.test.decide({ type: 'ConfirmStart', ownerId: userId, at }, test.state);
      if (testEvents.length === 0) return confirmed(test.events);
      const owner = await this.streams.loadOwner(userId);
      const ownerEvents = deciders.owner.decide({ type: 'TakeStart', ownerId: userId, testId, at }, owner.state);
      const appends = [...appendOf(test, identified(testEvents)), ...appendOf(owner, identified(ownerEvents))];
      const outcome = await this.streams.append(appends, { metadata }, null);
      if (outcome.outcome !== 'appended') throw new Error('a start without a key cannot be replayed');
      return confirmed(outcome.events);
    });
  }
}

function confirmed(history: RecordedEvent[]): ConfirmedStart {
  const started = history.find((event) => event.type === 'TestStarted');
  if (!started) throw new Error('a confirmed start has no TestStarted');
  const assessments = started.data.assessments as { photoId: string }[];
  return { photoIds: assessments.map(({ photoId }) => photoId), eventIds: [started.eventId], events: [started] };
}
