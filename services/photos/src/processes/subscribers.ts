import { assessmentsEvents, consumers, type IntegrationEventType } from '@candid/contracts';
import { addWorkItem, Commands, type UnitOfWork } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { DeleteAllPhotos, deleteAllPhotosItem } from '../deletion/delete-all-photos.js';
import { PLANNER_RATINGS_MIN } from '../kernel/config.js';
import { moderationSubscribers } from '../moderation/moderation-subscribers.js';
import { decideOnPhoto, ownerStreams, photoStreams } from '../photo/change-photo.js';
import type { PhotoCommand, PlannerAdmission } from '../photo/commands.js';
import type { OwnerCommand } from '../photo/owner.js';

/** Records events of the assessments service in the streams of photos and owners. Each event changes a stream once. */
@Injectable()
export class FollowAssessments {
  constructor(
    readonly commands: Commands,
    @Inject(PLANNER_RATINGS_MIN) readonly ratingsMin: number,
  ) {}
}

async function decideOnEach(unit: UnitOfWork, photoIds: string[], command: PhotoCommand): Promise<void> {
  for (const photoId of new Set(photoIds)) (await unit.load(photoStreams, photoId)).decide(command);
}

async function decideOnOwner(unit: UnitOfWork, userId: string, command: OwnerCommand): Promise<void> {
  (await unit.load(ownerStreams, userId)).decide(command);
}

const subscriber = subscribersOf(FollowAssessments, DeleteAllPhotos);

interface Row<Data extends z.ZodType> {
  name: string;
  event: IntegrationEventType<Data>;
  gatherMs?: number;
  decide: (unit: UnitOfWork, data: z.output<Data>, ratingsMin: number) => Promise<unknown>;
}

/** Records an event in all its streams in one append, in the subscriber's transaction. */
const follow = <Data extends z.ZodType>({ name, event, gatherMs = 0, decide }: Row<Data>) =>
  subscriber({
    name,
    event,
    gatherMs,
    effect: async (received, session, { commands, ratingsMin }) => {
      await commands.executeWithin(session, { metadata: causedBy(received) }, (unit) =>
        decide(unit, received.data, ratingsMin),
      );
    },
  });

/** Ratings may be counted late, because screens show the assessment's own count until the assessment ends. */
const countGatherMs = 250;

/**
 * Reactions to other services' events. The inbox delivers each event to each subscriber once. Events of one photo may
 * arrive in any order: a start that arrives after the end, or a rating after the reset, changes nothing.
 */
export const subscribers = [
  follow({
    ...consumers.photos['place-on-photo-assessment-started'],
    decide: (unit, { photoAssessmentId, assessments }) => {
      const photoIds = assessments.map(({ photoId }) => photoId);
      return decideOnEach(unit, photoIds, { type: 'StartTest', photoAssessmentId });
    },
  }),
  follow({
    name: 'count-on-ratings-accepted',
    event: assessmentsEvents.RatingsAccepted,
    gatherMs: countGatherMs,
    decide: (unit, { photoAssessmentId, ratings }) => {
      const photoIds = ratings.filter(({ isRated }) => isRated).map(({ photoId }) => photoId);
      return decideOnEach(unit, photoIds, { type: 'CountRating', photoAssessmentId });
    },
  }),
  follow({
    // Only the completion of a first assessment changes the owner's stream.
    name: 'flag-on-photo-assessment-completed',
    event: assessmentsEvents.PhotoAssessmentCompleted,
    decide: async (unit, { photoAssessmentId, userId, isFirstAssessment }) => {
      if (isFirstAssessment) await decideOnOwner(unit, userId, { type: 'CompleteFirstTest', photoAssessmentId });
    },
  }),
  follow({
    name: 'reset-on-first-assessment-reset',
    event: assessmentsEvents.FirstAssessmentReset,
    decide: async (unit, { photoAssessmentId, userId, photoIds }) => {
      await decideOnEach(unit, photoIds, { type: 'ResetTest', photoAssessmentId });
      await decideOnOwner(unit, userId, { type: 'ResetFirstTest', photoAssessmentId });
    },
  }),
  follow({
    // If the owner has moved the photo meanwhile, it stays where it is.
    ...consumers.photos['return-on-assessed-photo-ended'],
    decide: (unit, { photoAssessmentId, photoId, userId }, ratingsMin) => {
      const command = (planner: PlannerAdmission) => ({ type: 'EndTest', photoAssessmentId, planner }) as const;
      return decideOnPhoto(unit, { photoId, userId, command }, ratingsMin);
    },
  }),
  subscriber({
    // A work item deletes photos again later, because uploads may be running now.
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
