import type { AssessmentSettings } from '@candid/contracts';
import { specify } from '@candid/event-store';
import type { Comment } from '../catalogue/catalogue.js';
import { photoAssessmentStreams } from './decide.js';
import type { AcceptedRating, PhotoAssessmentEvent, RatingContent } from './events.js';
import type { PhotoAssessmentCommand, PhotoAssessmentState, ReserveSlot, SubmitRatings } from './photo-assessment.js';

/** Histories and commands of one photo assessment with fixed ids, for specs. */
export const decider = photoAssessmentStreams;
/** Compares events without the progress of submissions, which has its own cases. */
export const given = specify({
  ...decider,
  decide: (command: PhotoAssessmentCommand, state: PhotoAssessmentState): PhotoAssessmentEvent[] =>
    decider.decide(command, state).map((event) => {
      if (event.type !== 'RatingsAccepted') return event;
      const { progress: _, ...data } = event.data;
      return { ...event, data };
    }),
});

export const photoAssessmentId = 'test-1';
export const ownerId = 'owner';
export const holdId = 'hold-1';
export const photos = ['photo-a', 'photo-b'] as const;
export const idOf = (photoId: string): string => `assessment-of-${photoId}`;

/** The time at this number of minutes after noon. */
export const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

export const settings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 1,
};

export const consistent: AssessmentSettings = {
  ...settings,
  commentsSelected: [
    [1, 1],
    [1, 3],
    [1, 7],
    [7, 44],
  ],
};

export function opened(
  changed: Partial<AssessmentSettings> = {},
  isFirstAssessment = false,
  amountTokens = (changed.testLimit ?? consistent.testLimit) * 5,
): PhotoAssessmentEvent {
  const assessments = photos.map((photoId) => ({ assessmentId: idOf(photoId), photoId, amountTokens }));
  const expiresAt = at(15);
  const data = { photoAssessmentId, ownerId, holdId, isFirstAssessment, assessments, openedAt: at(0), expiresAt };
  return { type: 'StartOpened', data: { ...data, settings: { ...consistent, ...changed } } };
}

export function started(
  changed: Partial<AssessmentSettings> = {},
  isFirstAssessment = false,
  amountTokens = (changed.testLimit ?? consistent.testLimit) * 5,
): PhotoAssessmentEvent[] {
  const all = { ...consistent, ...changed };
  const assessments = photos.map((photoId) => ({
    assessmentId: idOf(photoId),
    photoId,
    testLimit: all.testLimit,
    amountTokens,
  }));
  const data = { photoAssessmentId, ownerId, holdId, isFirstAssessment, settings: all, assessments, startedAt: at(1) };
  return [opened(changed, isFirstAssessment, amountTokens), { type: 'PhotoAssessmentStarted', data }];
}

export function slot(
  assessorId: string,
  minutes: number,
  photoIds: readonly string[] = photos,
  minutesLeft = 30,
): PhotoAssessmentEvent {
  const assessmentIds = photoIds.map(idOf);
  const times = { reservedAt: at(minutes), expiresAt: at(minutes + 15), holdMsLeft: minutesLeft * 60_000 };
  const data = { photoAssessmentId, openingId: 'opening-1', ownerId, assessorId, assessmentIds, ...times };
  return { type: 'SlotReserved', data };
}

/** A reservation that limits the assessor's total slot time to 45 minutes. */
export const reserve = (assessorId: string, minutes: number, changed: Partial<ReserveSlot> = {}): ReserveSlot => ({
  type: 'ReserveSlot',
  ownerId,
  assessorId,
  openingId: 'opening-1',
  photosMax: 6,
  holdMsMax: 45 * 60_000,
  at: at(minutes),
  ...changed,
});

export const oneComment: Comment[] = [[1, 1, 12]];

export const rating = (
  photoId: string,
  score: number | null = 14,
  comments: Comment[] = oneComment,
  consumedTokens = 5,
): AcceptedRating & RatingContent => ({
  assessmentId: idOf(photoId),
  photoId,
  isRated: score !== null,
  score,
  comments,
  consumedTokens,
});

/** The rating as events contain it. */
export const withoutContent = ({ assessmentId, photoId, isRated, consumedTokens }: AcceptedRating): AcceptedRating => ({
  assessmentId,
  photoId,
  isRated,
  consumedTokens,
});

export function accepted(
  assessorId: string,
  ratings: AcceptedRating[] = photos.map((photoId) => rating(photoId)),
  rewardTokens = 20,
): PhotoAssessmentEvent {
  const data = {
    submissionId: `submission-of-${assessorId}`,
    photoAssessmentId,
    ownerId,
    assessorId,
    rewardTokens,
    ratings: ratings.map(withoutContent),
  };
  return {
    type: 'RatingsAccepted',
    data: { ...data, photosTogether: photos.length, acceptedAt: at(5), isFirst: true },
  };
}

/** Sets `isFirst` to false, as for a later submission, or for one that completes the photo assessment. */
export const notFirst = (event: PhotoAssessmentEvent): PhotoAssessmentEvent =>
  ({ ...event, data: { ...event.data, isFirst: false } }) as PhotoAssessmentEvent;

export const completed = (photoId: string): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoCompleted',
  data: { assessmentId: idOf(photoId), photoId, photoAssessmentId, ownerId, completedAt: at(5) },
});

export const ended = (
  photoId: string,
  refundTokens: number,
  minutes = 9,
  isPhotoAssessmentOver = false,
): PhotoAssessmentEvent => ({
  type: 'AssessedPhotoEnded',
  data: {
    assessmentId: idOf(photoId),
    photoId,
    photoAssessmentId,
    ownerId,
    refundTokens,
    endedAt: at(minutes),
    isPhotoAssessmentOver,
  },
});

export const reset = (restartTokens = 0, givenBackTokens = 0): PhotoAssessmentEvent => ({
  type: 'FirstAssessmentReset',
  data: { photoAssessmentId, ownerId, photoIds: [...photos], givenBackTokens, restartTokens, resetAt: at(9) },
});

/** A valid submission of all photos five minutes after noon. */
export function submit(assessorId: string, changed: Partial<SubmitRatings> = {}): SubmitRatings {
  const ratings = photos.map((photoId) => ({ photoId, rating: 14, comments: oneComment }));
  const submissionId = `submission-of-${assessorId}`;
  const asked = { ownerId, assessorId, ratings, photosTogether: photos.length, isVisible: true, minLookMs: 1_000 };
  const earlier = photos.map((photoId) => ({ submissionId, photoId, score: 14, comments: oneComment }));
  return { type: 'SubmitRatings', submissionId, ...asked, earlier, at: at(5), ...changed };
}

export const end = (
  photoId: string,
  changed: Partial<Extract<PhotoAssessmentCommand, { type: 'EndAssessment' }>> = {},
): PhotoAssessmentCommand => ({
  type: 'EndAssessment',
  ownerId,
  photoId,
  isRemoved: false,
  isOnboarding: false,
  at: at(9),
  ...changed,
});
