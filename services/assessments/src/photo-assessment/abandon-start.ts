import type { RequestContext } from '@candid/contracts';
import { type CommandContext, Commands } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { ownerStreams, photoAssessmentStreams } from '../aggregates.js';
import { Holds } from '../holds.js';
import { type AbandonReason, photoAssessmentStreamId } from './domain/events.js';

export interface AbandonRequest {
  userId: string;
  photoAssessmentId: string;
  reason: AbandonReason;
}

/** Abandons a start and releases its hold. Repeats change nothing. A hold that is not released is given back by what watches it. */
@Injectable()
export class AbandonStart {
  constructor(
    private readonly commands: Commands,
    private readonly holds: Holds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(
    { userId: ownerId, photoAssessmentId, reason }: AbandonRequest,
    { metadata }: CommandContext,
    context: RequestContext,
  ): Promise<void> {
    const options = { serialBy: photoAssessmentStreamId(photoAssessmentId) };
    const { answer: holdId } = await this.commands.execute({ metadata }, options, async (unit) => {
      const at = this.clock().toISOString();
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      if (photoAssessment.decide({ type: 'AbandonStart', ownerId, reason, at }).length > 0) {
        (await unit.load(ownerStreams, ownerId)).decide({ type: 'ReleaseStart', ownerId, photoAssessmentId });
      }
      return 'start' in photoAssessment.state ? photoAssessment.state.start.holdId : undefined;
    });
    if (holdId === undefined || reason === 'hold-refused') return;
    await this.holds.release(ownerId, holdId, context);
  }
}
