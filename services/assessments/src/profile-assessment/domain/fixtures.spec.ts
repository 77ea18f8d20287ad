import { PRODUCT } from '@candid/contracts';
import { specify } from '@candid/event-store';
import type { Choice, Comment } from '../../photo-assessment/domain/events.js';
import type { ChangeGroup, GroupCommand, StartGroup, SubmitGeneralRating } from './commands.js';
import { groupDecider } from './decide.js';
import type { GroupEvent } from './events.js';

/** Histories and commands of one group with fixed ids, for specs. */
export const decider = groupDecider(PRODUCT);
export const given = specify(decider);

export const groupId = 'group-1';
export const ownerId = 'owner';
export const photoIds = ['photo-a', 'photo-b'];
export const run = { groupId, assessmentId: 'run-1', ownerId };

/** Minutes after noon. */
export const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

/** First photo, two scales of "First impression", a half scale, its section's toggles. */
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

export const start: StartGroup = {
  type: 'StartGroup',
  ...run,
  holdId: 'hold-1',
  photoIds,
  evaluators: 2,
  commentsSelected,
  at: at(0),
};

export function started(testLimit = 2): GroupEvent {
  const asked = { commentsSelected, commentsRequired: 1, startedAt: at(0) };
  return {
    type: 'GroupStarted',
    data: { ...run, photoIds, holdId: 'hold-1', testLimit, amountTokens: testLimit * 5, ...asked },
  };
}

export function slot(assessorId: string, minutes: number, minutesLeft = 30): GroupEvent {
  const times = { reservedAt: at(minutes), expiresAt: at(minutes + 15), holdMsLeft: minutesLeft * 60_000 };
  return { type: 'GroupSlotReserved', data: { ...run, openingId: 'opening-1', assessorId, ...times } };
}

export function accepted(
  raterId: string,
  minutes: number,
  left = comments,
  rewardTokens = left.length * 5,
): GroupEvent {
  return {
    type: 'GeneralRatingAccepted',
    data: {
      ...run,
      photoIds,
      submissionId: `submission of ${raterId}`,
      raterId,
      comments: left,
      consumedTokens: 5,
      rewardTokens,
      acceptedAt: at(minutes),
    },
  };
}

export const completed = (minutes: number): GroupEvent => ({
  type: 'GroupCompleted',
  data: { ...run, completedAt: at(minutes) },
});

export const submit = (
  raterId: string,
  minutes: number,
  changed: Partial<SubmitGeneralRating> = {},
): SubmitGeneralRating => ({
  type: 'SubmitGeneralRating',
  submissionId: `submission of ${raterId}`,
  ownerId,
  raterId,
  comments,
  isVisible: true,
  minLookMs: 1_000,
  at: at(minutes),
  ...changed,
});

export const change = (changed: Partial<ChangeGroup> = {}): ChangeGroup => ({
  type: 'ChangeGroup',
  ownerId,
  photoIds,
  evaluators: 2,
  commentsSelected: undefined,
  assessmentId: 'run-2',
  holdId: 'hold-2',
  refundId: 'refund-1',
  at: at(30),
  ...changed,
});

export const reserve = (assessorId: string, minutes: number): GroupCommand => ({
  type: 'ReserveGroupSlot',
  assessorId,
  openingId: 'opening-1',
  holdMsMax: 45 * 60_000,
  at: at(minutes),
});

export const end = (minutes: number, reason: 'owner' | 'profile-changed' = 'owner'): GroupCommand => ({
  type: 'EndGroup',
  ownerId,
  reason,
  at: at(minutes),
});
