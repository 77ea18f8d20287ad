import { specify } from '@candid/event-store';
import type { Choice, Comment } from '../catalogue/catalogue.js';
import { profileAssessmentStreams } from './decide.js';
import type {
  ChangeProfileAssessment,
  ProfileCommand,
  ProfileEvent,
  StartProfileAssessment,
  SubmitProfileRating,
} from './profile-assessment.js';

/** Histories and commands of one profile assessment with fixed ids, for specs. */
export const decider = profileAssessmentStreams;
export const given = specify(decider);

export const profileAssessmentId = 'group-1';
export const ownerId = 'owner';
export const photoIds = ['photo-a', 'photo-b'];
export const round = { profileAssessmentId, assessmentId: 'run-1', ownerId };

/** The time at this number of minutes after noon. */
export const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

/** Two scales and a toggle of section 51, and a half scale of section 54. */
export const commentsSelected: Choice[] = [
  [51, 101],
  [51, 102],
  [51, 104],
  [54, 116],
];

export const comments: Comment[] = [
  [51, 101, 15],
  [51, 104, 20],
];

export const start: StartProfileAssessment = {
  type: 'StartProfileAssessment',
  ...round,
  holdId: 'hold-1',
  photoIds,
  assessors: 2,
  commentsSelected,
  at: at(0),
};

export function started(testLimit = 2): ProfileEvent {
  const asked = { commentsSelected, commentsRequired: 1, startedAt: at(0) };
  return {
    type: 'ProfileRoundStarted',
    data: { ...round, photoIds, holdId: 'hold-1', testLimit, amountTokens: testLimit * 5, ...asked },
  };
}

export function slot(assessorId: string, minutes: number, minutesLeft = 30): ProfileEvent {
  const times = { reservedAt: at(minutes), expiresAt: at(minutes + 15), holdMsLeft: minutesLeft * 60_000 };
  return { type: 'ProfileSlotReserved', data: { ...round, openingId: 'opening-1', assessorId, ...times } };
}

export const released = (assessorId: string, minutes: number): ProfileEvent => ({
  type: 'ProfileSlotReleased',
  data: { ...round, openingId: 'opening-1', assessorId, releasedAt: at(minutes) },
});

export function accepted(
  assessorId: string,
  minutes: number,
  left = comments,
  rewardTokens = left.length * 5,
): ProfileEvent {
  return {
    type: 'ProfileRatingAccepted',
    data: {
      ...round,
      photoIds,
      submissionId: `submission of ${assessorId}`,
      assessorId,
      comments: left,
      consumedTokens: 5,
      rewardTokens,
      acceptedAt: at(minutes),
    },
  };
}

export const completed = (minutes: number): ProfileEvent => ({
  type: 'ProfileRoundCompleted',
  data: { ...round, completedAt: at(minutes) },
});

export const submit = (
  assessorId: string,
  minutes: number,
  changed: Partial<SubmitProfileRating> = {},
): SubmitProfileRating => ({
  type: 'SubmitProfileRating',
  submissionId: `submission of ${assessorId}`,
  ownerId,
  assessorId,
  comments,
  isVisible: true,
  minLookMs: 1_000,
  at: at(minutes),
  ...changed,
});

export const change = (changed: Partial<ChangeProfileAssessment> = {}): ChangeProfileAssessment => ({
  type: 'ChangeProfileAssessment',
  ownerId,
  photoIds,
  assessors: 2,
  commentsSelected: undefined,
  assessmentId: 'run-2',
  holdId: 'hold-2',
  refundId: 'refund-1',
  at: at(30),
  ...changed,
});

export const reserve = (assessorId: string, minutes: number): ProfileCommand => ({
  type: 'ReserveProfileSlot',
  assessorId,
  openingId: 'opening-1',
  holdMsMax: 45 * 60_000,
  at: at(minutes),
});

export const release = (assessorId: string, minutes: number, openingId = 'opening-1'): ProfileCommand => ({
  type: 'ReleaseProfileSlot',
  assessorId,
  openingId,
  at: at(minutes),
});

export const end = (minutes: number, reason: 'owner' | 'profile-changed' = 'owner'): ProfileCommand => ({
  type: 'EndProfileAssessment',
  ownerId,
  reason,
  at: at(minutes),
});
