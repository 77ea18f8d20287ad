interface GroupRunOf {
  ownerId: string;
  groupId: string;
  /** Of the run. */
  assessmentId: string;
}

/**
 * What limits an owner's starts, on stream `owner-<userId>`: decided together with the tests' own streams, in one append,
 * so that two parallel starts cannot both be the first. Dates are ISO 8601 in UTC and compare as text.
 */
export type OwnerEvent =
  | {
      type: 'StartReserved';
      data: { ownerId: string; testId: string; photoIds: string[]; isFirstAssessment: boolean; reservedAt: string };
    }
  /** Its photos stand in the pool, wherever they have been moved since they were reserved. Without a time in older events. */
  | { type: 'StartTaken'; data: { ownerId: string; testId: string; takenAt?: string } }
  | { type: 'StartReleased'; data: { ownerId: string; testId: string } }
  /** A complete assessment runs again: of this and a new start of the same photo at once, one finds this stream changed. */
  | { type: 'AssessmentReopened'; data: { ownerId: string; testId: string; photoId: string; reopenedAt: string } }
  | { type: 'FirstAssessmentFinished'; data: { ownerId: string; testId: string } }
  | {
      type: 'OnboardingRestarted';
      data: { ownerId: string; testId: string; givenBackTokens: number; restartTokens: number };
    }
  | { type: 'FirstProfileMade'; data: { ownerId: string; photoId: string; madeAt: string } }
  | { type: 'PhotoLeftPool'; data: { ownerId: string; photoId: string } }
  /** A profile is evaluated: one at a time. */
  | { type: 'GroupRunOpened'; data: GroupRunOf }
  | { type: 'GroupRunClosed'; data: GroupRunOf }
  /** The photo is deleted: its ratings and comments go from every read model. */
  | { type: 'PhotoForgotten'; data: { ownerId: string; photoId: string } };

export const ownerStreamId = (ownerId: string): string => `owner-${ownerId}`;
