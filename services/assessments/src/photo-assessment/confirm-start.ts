import { type CommandContext, Commands, type RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { CLOCK, type Clock } from '../clock.js';
import { testStreamId } from './domain/events.js';

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
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(request: { userId: string; testId: string }, { metadata }: CommandContext): Promise<ConfirmedStart> {
    const { userId: ownerId, testId } = request;
    const options = { serialBy: testStreamId(testId) };
    const { answer: history, events } = await this.commands.execute({ metadata }, options, async (unit) => {
      const at = this.clock().toISOString();
      const test = await unit.load(photoAssessmentStreams, testId);
      if (test.decide({ type: 'ConfirmStart', ownerId, at }).length > 0) {
        (await unit.load(ownerStreams, ownerId)).decide({ type: 'TakeStart', ownerId, testId, at });
      }
      return test.history;
    });
    return confirmed([...history, ...events]);
  }
}

function confirmed(history: readonly RecordedEvent[]): ConfirmedStart {
  const started = history.find((event) => event.type === 'TestStarted');
  if (!started) throw new Error('a confirmed start has no TestStarted');
  const assessments = started.data.assessments as { photoId: string }[];
  return { photoIds: assessments.map(({ photoId }) => photoId), eventIds: [started.eventId], events: [started] };
}
