import { assessmentsEvents, consumers } from '@candid/contracts';
import { addWorkItem, Commands, type SqlSession, type UnitOfWork } from '@candid/event-store';
import { type CauseEvent, causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { DeleteAllPhotos, deleteAllPhotosItem } from '../deletion/delete-all-photos.js';
import { PLANNER_RATINGS_MIN } from '../kernel/config.js';
import { moderationSubscribers } from '../moderation/moderation-subscribers.js';
import { decideOnPhoto, ownerStreams, photoStreams } from '../photo/change-photo.js';
import type { PhotoCommand } from '../photo/commands.js';
import type { OwnerCommand } from '../photo/owner.js';

/** Records what the assessments service publishes on the streams of photos and owners. Each fact changes a stream once. */
@Injectable()
export class FollowAssessments {
  constructor(
    private readonly commands: Commands,
    @Inject(PLANNER_RATINGS_MIN) readonly ratingsMin: number,
  ) {}

  /** Appends one fact to all its streams together, in the subscriber's transaction. */
  async record(
    received: CauseEvent,
    session: SqlSession,
    decide: (unit: UnitOfWork) => Promise<unknown>,
  ): Promise<void> {
    await this.commands.executeWithin(session, { metadata: causedBy(received) }, decide);
  }
}

async function decideOnEach(unit: UnitOfWork, photoIds: string[], command: PhotoCommand): Promise<void> {
  for (const photoId of new Set(photoIds)) (await unit.load(photoStreams, photoId)).decide(command);
}

async function decideOnOwner(unit: UnitOfWork, userId: string, command: OwnerCommand): Promise<void> {
  (await unit.load(ownerStreams, userId)).decide(command);
}

const follow = subscribersOf(FollowAssessments, DeleteAllPhotos);

/** Counts can wait: until the photo leaves its assessment, screens show the count of the assessment. */
const countGatherMs = 250;

/**
 * Reactions to other services' events. The inbox lets each event reach each row once. Events of one photo may arrive in any order: a start
 * after its end changes nothing, and neither do ratings of a first assessment that was reset.
 */
export const subscribers = [
  follow({
    ...consumers.photos['place-on-photo-assessment-started'],
    effect: (received, session, assessments) => {
      const { photoAssessmentId, assessments: started } = received.data;
      const photoIds = started.map(({ photoId }) => photoId);
      return assessments.record(received, session, (unit) =>
        decideOnEach(unit, photoIds, { type: 'StartTest', photoAssessmentId }),
      );
    },
  }),
  follow({
    name: 'count-on-ratings-accepted',
    event: assessmentsEvents.RatingsAccepted,
    gatherMs: countGatherMs,
    effect: (received, session, assessments) => {
      const { photoAssessmentId, ratings } = received.data;
      const photoIds = ratings.filter(({ isRated }) => isRated).map(({ photoId }) => photoId);
      return assessments.record(received, session, (unit) =>
        decideOnEach(unit, photoIds, { type: 'CountRating', photoAssessmentId }),
      );
    },
  }),
  follow({
    // Only the first assessment concerns a photo's owner here.
    name: 'flag-on-photo-assessment-completed',
    event: assessmentsEvents.PhotoAssessmentCompleted,
    effect: async (received, session, assessments) => {
      const { photoAssessmentId, userId, isFirstAssessment } = received.data;
      if (!isFirstAssessment) return;
      await assessments.record(received, session, (unit) =>
        decideOnOwner(unit, userId, { type: 'CompleteFirstTest', photoAssessmentId }),
      );
    },
  }),
  follow({
    name: 'reset-on-first-assessment-reset',
    event: assessmentsEvents.FirstAssessmentReset,
    effect: (received, session, assessments) => {
      const { photoAssessmentId, userId, photoIds } = received.data;
      return assessments.record(received, session, async (unit) => {
        await decideOnEach(unit, photoIds, { type: 'ResetTest', photoAssessmentId });
        await decideOnOwner(unit, userId, { type: 'ResetFirstTest', photoAssessmentId });
      });
    },
  }),
  follow({
    // A photo that its owner has moved meanwhile stays where it is.
    ...consumers.photos['return-on-assessed-photo-ended'],
    effect: (received, session, assessments) => {
      const { photoAssessmentId, photoId, userId } = received.data;
      const { ratingsMin } = assessments;
      return assessments.record(received, session, (unit) =>
        decideOnPhoto(unit, {
          ...{ photoId, userId, ratingsMin },
          command: (planner) => ({ type: 'EndTest', photoAssessmentId, planner }),
        }),
      );
    },
  }),
  follow({
    // A work item deletes photos again later, because uploads may be under way now.
    ...consumers.photos['delete-on-account-deleted'],
    effect: async (received, session, _assessments, deletion) => {
      const { userId } = received.data;
      await deletion.run(userId, causedBy(received), session);
      const { correlationId, eventId: causationId, recordedAt } = received;
      const again = deleteAllPhotosItem({ userId, correlationId, causationId }, new Date(recordedAt));
      await addWorkItem(session, again);
    },
  }),
  ...moderationSubscribers,
];
