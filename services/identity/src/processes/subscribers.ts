import {
  assessmentsEvents,
  consumers,
  type IntegrationEventType,
  photosEvents,
  profileAssessmentsEvents,
  type UserId,
} from '@candid/contracts';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import type { z } from 'zod';
import type { AccountCommand } from '../account/account.js';
import { AccountCommands } from '../account/use-cases.js';
import { resultsPathOf } from '../mail/letters.js';
import { type OptionalMail, QueueOptionalMail } from '../mail/mail-work.js';
import { type QueuedPush, QueuePush } from '../push/push-work.js';
import { moderationSubscribers, utc } from './moderation-subscribers.js';

interface Row<Data extends z.ZodType> {
  name: string;
  event: IntegrationEventType<Data>;
  gatherMs?: number;
  command?: (data: z.output<Data>, recordedAt: string) => AccountCommand | undefined;
  mail?: (data: z.output<Data>) => OptionalMail | undefined;
  push?: (data: z.output<Data>) => QueuedPush | undefined;
}

const subscriber = subscribersOf(AccountCommands, QueueOptionalMail, QueuePush);

/** Gathers events for this time to handle them together. The bell and the mails may lag that far behind the score. */
const noticeGatherMs = 250;

const follow = <Data extends z.ZodType<{ userId: UserId }>>({
  name,
  event,
  gatherMs = 0,
  command,
  mail,
  push,
}: Row<Data>) =>
  subscriber({
    name,
    event,
    gatherMs,
    effect: async (received, session, accounts, mails, pushes) => {
      const { data, recordedAt, correlationId } = received;
      const change = command?.(data, utc(recordedAt));
      if (change) await accounts.runWithin(session, data.userId, change, causedBy(received));
      const letter = mail?.(data);
      if (letter) await mails.execute(session, { ...letter, userId: data.userId, correlationId });
      const pushed = push?.(data);
      if (pushed) await pushes.execute(session, { ...pushed, userId: data.userId });
    },
  });

/**
 * The inbox delivers each event once to each subscriber. Facts about first assessments may arrive in any order. The
 * account keeps them by photo assessment, so a late fact does not affect a newer assessment.
 */
export const subscribers = [
  follow({
    ...consumers.identity['flag-on-photo-assessment-started'],
    command: ({ photoAssessmentId, startedAt, isFirstAssessment }) =>
      isFirstAssessment
        ? { type: 'RecordFirstAssessmentStart', photoAssessmentId, startedAt: utc(startedAt) }
        : undefined,
  }),
  follow({
    name: 'flag-on-photo-assessment-completed',
    event: assessmentsEvents.PhotoAssessmentCompleted,
    command: ({ photoAssessmentId, completedAt, isFirstAssessment }) =>
      isFirstAssessment
        ? { type: 'RecordFirstAssessmentCompletion', photoAssessmentId, completedAt: utc(completedAt) }
        : undefined,
  }),
  follow({
    ...consumers.identity['reset-on-first-assessment-reset'],
    command: ({ photoAssessmentId, restartTokens }, resetAt) => ({
      type: 'RecordFirstAssessmentReset',
      photoAssessmentId,
      restartTokens,
      resetAt,
    }),
  }),
  follow({
    ...consumers.identity['flag-on-photo-placed-in-profile'],
    command: ({ photoId, wasFirstProfileSet }, madeAt) =>
      wasFirstProfileSet ? { type: 'RecordFirstProfile', photoId, madeAt } : undefined,
  }),
  follow({
    name: 'count-on-ratings-accepted',
    event: assessmentsEvents.RatingsAccepted,
    gatherMs: noticeGatherMs,
    command: ({ submissionId, photoAssessmentId, ratings }) => {
      const photoIds = ratings.map(({ photoId }) => photoId);
      return { type: 'NotifyOfRatings', submissionId, photoAssessmentId, photoIds };
    },
  }),
  follow({
    name: 'count-on-profile-rating-accepted',
    event: profileAssessmentsEvents.ProfileRatingAccepted,
    gatherMs: noticeGatherMs,
    command: ({ submissionId, photoIds }) => ({ type: 'NotifyOfGeneralRating', submissionId, photoIds }),
  }),
  follow({
    // The bell must not count ratings that nobody can see any more.
    name: 'uncount-on-photo-deleted',
    event: photosEvents.PhotoDeleted,
    command: ({ photoId }) => ({ type: 'RecordPhotoDeleted', photoId }),
  }),
  follow({
    // Sends no mail if the first submission completes a photo assessment: the mail about the completion is enough.
    name: 'announce-on-ratings-accepted',
    event: assessmentsEvents.RatingsAccepted,
    gatherMs: noticeGatherMs,
    mail: ({ isFirst, photoAssessmentId }) =>
      isFirst ? { kind: 'firstRating', aboutId: photoAssessmentId, occasion: photoAssessmentId } : undefined,
    push: ({ progress, photoAssessmentId, acceptedAt }) =>
      progress && {
        notice: { kind: 'progress', path: '/profile', progress },
        aboutId: photoAssessmentId,
        at: utc(acceptedAt),
      },
  }),
  follow({
    // The occasion contains the time, because an extended photo assessment completes again.
    name: 'announce-on-photo-assessment-completed',
    event: assessmentsEvents.PhotoAssessmentCompleted,
    gatherMs: noticeGatherMs,
    mail: ({ photoAssessmentId, completedAt }) => ({
      kind: 'results',
      aboutId: photoAssessmentId,
      occasion: `${photoAssessmentId}:${utc(completedAt)}`,
    }),
    push: ({ photoAssessmentId, completedAt }) => ({
      notice: { kind: 'results', path: resultsPathOf(photoAssessmentId) },
      aboutId: photoAssessmentId,
      at: utc(completedAt),
    }),
  }),
  follow({
    // Sent when the last photo of an assessment ends. If moderation ended it, the mail about the statement is enough.
    name: 'mail-on-assessed-photo-ended',
    event: assessmentsEvents.AssessedPhotoEnded,
    gatherMs: noticeGatherMs,
    mail: ({ isPhotoAssessmentOver, isByModeration, photoAssessmentId, assessmentId }) =>
      isPhotoAssessmentOver && !isByModeration
        ? { kind: 'ended', aboutId: photoAssessmentId, occasion: assessmentId }
        : undefined,
  }),
  follow({
    // The occasion contains the time, because an extended round completes again.
    name: 'announce-on-profile-round-completed',
    event: profileAssessmentsEvents.ProfileRoundCompleted,
    gatherMs: noticeGatherMs,
    mail: ({ profileAssessmentId, assessmentId, completedAt }) => ({
      kind: 'profileResults',
      aboutId: profileAssessmentId,
      occasion: `${assessmentId}:${utc(completedAt)}`,
    }),
    push: ({ assessmentId, completedAt }) => ({
      notice: { kind: 'results', path: '/profile' },
      aboutId: assessmentId,
      at: utc(completedAt),
    }),
  }),
  follow({
    name: 'mail-on-profile-round-ended',
    event: profileAssessmentsEvents.ProfileRoundEnded,
    gatherMs: noticeGatherMs,
    mail: ({ profileAssessmentId, assessmentId, isByModeration }) =>
      isByModeration ? undefined : { kind: 'ended', aboutId: profileAssessmentId, occasion: assessmentId },
  }),
  ...moderationSubscribers,
];
