import { type CommandContext, Commands, type RecordedEvent } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { photoAssessmentStreamId } from './domain/events.js';

export interface ConfirmedStart {
  photoIds: string[];
  /** Of PhotoAssessmentStarted. */
  eventIds: string[];
  /** The same, as it was recorded, also for a repeat: whoever waits for it waits for the start. */
  events: RecordedEvent[];
}

/** The photos are stored: the photo assessment starts, once. */
@Injectable()
export class ConfirmStart {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(
    request: { userId: string; photoAssessmentId: string },
    { metadata }: CommandContext,
  ): Promise<ConfirmedStart> {
    const { userId: ownerId, photoAssessmentId } = request;
    const options = { serialBy: photoAssessmentStreamId(photoAssessmentId) };
    const { answer: history, events } = await this.commands.execute({ metadata }, options, async (unit) => {
      const at = this.clock().toISOString();
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      if (photoAssessment.decide({ type: 'ConfirmStart', ownerId, at }).length > 0) {
        (await unit.load(ownerStreams, ownerId)).decide({ type: 'TakeStart', ownerId, photoAssessmentId, at });
      }
      return photoAssessment.history;
    });
    return confirmed([...history, ...events]);
  }
}

function confirmed(history: readonly RecordedEvent[]): ConfirmedStart {
  const started = history.find((event) => event.type === 'PhotoAssessmentStarted');
  if (!started) throw new Error('a confirmed start has no PhotoAssessmentStarted');
  const assessments = started.data.assessments as { photoId: string }[];
  return { photoIds: assessments.map(({ photoId }) => photoId), eventIds: [started.eventId], events: [started] };
}
