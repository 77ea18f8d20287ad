import { type CommandContext, Commands, type RecordedEvent } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { awaitScreening } from '../holding/hold-photo.js';
import { ownerStreams } from '../owner/decide.js';
import { heldOf, unscreenedOf } from '../owner/owner.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { photoAssessmentStreamId } from '../photo-assessment/events.js';
import { audienceWindowMs } from '../photo-assessment/outlook.query.js';
import { later, type PhotoAssessmentState } from '../photo-assessment/photo-assessment.js';

/** Starts the photo assessment once its photos are stored. */
@Injectable()
export class ConfirmStart {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the recorded PhotoAssessmentStarted, even for a repeat; callers wait for the consumers of this event */
  async run(
    request: { userId: string; photoAssessmentId: string; awaitsScreening?: boolean },
    { metadata }: CommandContext,
  ): Promise<RecordedEvent> {
    const { userId: ownerId, photoAssessmentId, awaitsScreening = false } = request;
    const options = { serialBy: photoAssessmentStreamId(photoAssessmentId) };
    const { answer: history, events } = await this.commands.execute({ metadata }, options, async (unit) => {
      const at = this.clock().toISOString();
      const photoAssessment = await unit.load(photoAssessmentStreams, photoAssessmentId);
      const owner = await unit.load(ownerStreams, ownerId);
      const photoIds = photosOf(photoAssessment.state);
      if (awaitsScreening) for (const photoId of photoIds) await awaitScreening(unit, { ownerId, photoId, at });
      const heldPhotoIds = heldOf(owner.state, photoIds);
      const unscreenedPhotoIds = unscreenedOf(owner.state, photoIds);
      const audienceFirstUntil = await this.audienceFirstUntil(ownerId, photoAssessment.state, at);
      const confirm = { ownerId, heldPhotoIds, unscreenedPhotoIds, audienceFirstUntil, at };
      if (photoAssessment.decide({ type: 'ConfirmStart', ...confirm }).length > 0) {
        owner.decide({ type: 'TakeStart', ownerId, photoAssessmentId, at });
      }
      return photoAssessment.history;
    });
    const started = [...history, ...events].find(({ type }) => type === 'PhotoAssessmentStarted');
    if (!started) throw new Error('a confirmed start has no PhotoAssessmentStarted');
    return started;
  }

  /** End of the time for the audience only; undefined if the owner does not want this time or names no audience. */
  private async audienceFirstUntil(ownerId: string, state: PhotoAssessmentState, at: string) {
    if (state.status !== 'opened' || !state.start.settings.audienceFirst) return undefined;
    const { testLimit } = state.start.settings;
    const windowMs = await audienceWindowMs(this.database, ownerId, testLimit, new Date(at));
    return windowMs === undefined ? undefined : later(at, windowMs);
  }
}

/** Photo ids of a start that awaits its confirmation; empty in any other state. */
const photosOf = (state: PhotoAssessmentState): string[] =>
  state.status === 'opened' ? state.start.assessments.map(({ photoId }) => photoId) : [];
