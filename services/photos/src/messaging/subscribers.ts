import { assessmentsEvents, consumers } from '@candid/contracts';
import { addWorkItem } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { FollowAssessments } from '../assessments/follow-assessments.js';
import { deleteAllPhotosItem } from '../deletion/delete-all-photos.job.js';
import { DeleteAllPhotos } from '../deletion/delete-all-photos.js';
import { moderationSubscribers } from '../moderation/moderation-subscribers.js';

const follow = subscribersOf(FollowAssessments, DeleteAllPhotos);

/** The score comes first: until the photo leaves its assessment, its count is shown from there. */
const countGatherMs = 250;

/**
 * What this service does about other services' events. The inbox lets each event reach each row once. Events of one photo may
 * come in any order: a start after its end changes nothing, nor do ratings of a first assessment that was reset.
 */
export const subscribers = [
  follow({
    ...consumers.photos['place-on-photo-assessment-started'],
    effect: (received, session, assessments) => {
      const { photoAssessmentId, assessments: started } = received.data;
      const photoIds = started.map(({ photoId }) => photoId);
      return assessments.startTest({ photoAssessmentId, photoIds }, { session, metadata: causedBy(received) });
    },
  }),
  follow({
    name: 'count-on-ratings-accepted',
    event: assessmentsEvents.RatingsAccepted,
    gatherMs: countGatherMs,
    effect: (received, session, assessments) => {
      const { photoAssessmentId, ratings } = received.data;
      const photoIds = ratings.filter(({ isRated }) => isRated).map(({ photoId }) => photoId);
      return assessments.countRatings({ photoAssessmentId, photoIds }, { session, metadata: causedBy(received) });
    },
  }),
  follow({
    // Only the first assessment concerns a photo's owner here.
    name: 'flag-on-photo-assessment-completed',
    event: assessmentsEvents.PhotoAssessmentCompleted,
    effect: async (received, session, assessments) => {
      if (!received.data.isFirstAssessment) return;
      await assessments.completeFirstTest(received.data, { session, metadata: causedBy(received) });
    },
  }),
  follow({
    name: 'reset-on-first-assessment-reset',
    event: assessmentsEvents.FirstAssessmentReset,
    effect: (received, session, assessments) =>
      assessments.resetFirstTest(received.data, { session, metadata: causedBy(received) }),
  }),
  follow({
    // A photo that its owner has moved meanwhile stays where it is.
    ...consumers.photos['return-on-assessed-photo-ended'],
    effect: (received, session, assessments) =>
      assessments.endTest(received.data, { session, metadata: causedBy(received) }),
  }),
  follow({
    // Once more later, for what was being uploaded meanwhile.
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
