interface ProfileRoundOf {
  ownerId: string;
  profileAssessmentId: string;
  /** Of the round. */
  assessmentId: string;
}

/** Why a photo cannot be assessed: a moderator removed it, or asked for another crop. */
export type BarredHow = 'removed' | 'crop';

/**
 * What limits an owner's starts, on stream `owner-<userId>`: decided together with the photo assessments' own streams, in one append,
 * so that two parallel starts cannot both be the first. Dates are ISO 8601 in UTC and compare as text.
 */
export type OwnerEvent =
  | {
      type: 'StartReserved';
      data: {
        ownerId: string;
        photoAssessmentId: string;
        photoIds: string[];
        isFirstAssessment: boolean;
        reservedAt: string;
      };
    }
  /** Its photos stand in the pool, wherever they have been moved since they were reserved. Without a time in older events. */
  | { type: 'StartTaken'; data: { ownerId: string; photoAssessmentId: string; takenAt?: string } }
  | { type: 'StartReleased'; data: { ownerId: string; photoAssessmentId: string } }
  /** A complete assessment runs again: of this and a new start of the same photo at once, one finds this stream changed. */
  | {
      type: 'AssessedPhotoReopened';
      data: { ownerId: string; photoAssessmentId: string; photoId: string; reopenedAt: string };
    }
  | { type: 'FirstAssessmentFinished'; data: { ownerId: string; photoAssessmentId: string } }
  | {
      type: 'OnboardingRestarted';
      data: { ownerId: string; photoAssessmentId: string; givenBackTokens: number; restartTokens: number };
    }
  | { type: 'FirstProfileMade'; data: { ownerId: string; photoId: string; madeAt: string } }
  | { type: 'PhotoLeftPool'; data: { ownerId: string; photoId: string } }
  /** A profile is assessed: one at a time. */
  | { type: 'ProfileRoundOpened'; data: ProfileRoundOf }
  | { type: 'ProfileRoundClosed'; data: ProfileRoundOf }
  /** The photo is deleted: its ratings and comments go from every read model. */
  | { type: 'PhotoForgotten'; data: { ownerId: string; photoId: string } }
  /** Assessors do not see the photo until the hold is released: its assessments pause, and no start takes it. */
  | { type: 'OwnerPhotoHeld'; data: { ownerId: string; photoId: string; heldAt: string } }
  | { type: 'OwnerPhotoReleased'; data: { ownerId: string; photoId: string; releasedAt: string } }
  /** By a decision, which also ends a hold: the photo cannot be assessed until it is restored. */
  | { type: 'OwnerPhotoBarred'; data: { ownerId: string; photoId: string; how: BarredHow; barredAt: string } }
  | { type: 'OwnerPhotoRestored'; data: { ownerId: string; photoId: string; restoredAt: string } }
  /** Assessors do not see the photo before it is screened. */
  | { type: 'OwnerPhotoAwaitsScreening'; data: { ownerId: string; photoId: string; awaitedAt: string } }
  | { type: 'OwnerPhotoScreened'; data: { ownerId: string; photoId: string; screenedAt: string } }
  /** Starts nothing until then; `until` is null where it has no end. */
  | { type: 'OwnerSuspended'; data: { ownerId: string; until: string | null; suspendedAt: string } }
  | { type: 'OwnerReinstated'; data: { ownerId: string; reinstatedAt: string } };

export const ownerStreamId = (ownerId: string): string => `owner-${ownerId}`;
