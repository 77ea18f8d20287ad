interface ProfileRoundOf {
  ownerId: string;
  profileAssessmentId: string;
  /** Assessment id of the round. */
  assessmentId: string;
}

/** Why a photo cannot be assessed: a moderator removed it, or asked for another crop. */
export type BarredHow = 'removed' | 'crop';

/**
 * Events that limit an owner's starts, on stream `owner-<userId>`. One append writes them together with the events of
 * the photo assessment, so that two parallel starts cannot both be the first. Dates are ISO 8601 in UTC and compare as
 * text.
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
  /**
   * The start is confirmed. Its photos return to the pool if they left it after the reservation. Without `takenAt` the
   * pool stays as it is.
   */
  | { type: 'StartTaken'; data: { ownerId: string; photoAssessmentId: string; takenAt?: string } }
  | { type: 'StartReleased'; data: { ownerId: string; photoAssessmentId: string } }
  /**
   * A completed assessment runs again. The event conflicts on this stream with a concurrent new start of the same
   * photo.
   */
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
  /** A round of a profile assessment starts. An owner has one running round at a time. */
  | { type: 'ProfileRoundOpened'; data: ProfileRoundOf }
  | { type: 'ProfileRoundClosed'; data: ProfileRoundOf }
  /** The photo is deleted: every read model removes its ratings and comments. */
  | { type: 'PhotoForgotten'; data: { ownerId: string; photoId: string } }
  /** Assessors do not see the photo until the hold ends: its assessments pause, and no start accepts it. */
  | { type: 'OwnerPhotoHeld'; data: { ownerId: string; photoId: string; heldAt: string } }
  | { type: 'OwnerPhotoReleased'; data: { ownerId: string; photoId: string; releasedAt: string } }
  /** A decision bars the photo and ends its hold: the photo cannot be assessed until it is restored. */
  | { type: 'OwnerPhotoBarred'; data: { ownerId: string; photoId: string; how: BarredHow; barredAt: string } }
  | { type: 'OwnerPhotoRestored'; data: { ownerId: string; photoId: string; restoredAt: string } }
  /** Assessors do not see the photo until it is screened. */
  | { type: 'OwnerPhotoAwaitsScreening'; data: { ownerId: string; photoId: string; awaitedAt: string } }
  | { type: 'OwnerPhotoScreened'; data: { ownerId: string; photoId: string; screenedAt: string } }
  /** The owner can start nothing before `until`; null means that the suspension has no end. */
  | {
      type: 'OwnerSuspended';
      data: { ownerId: string; statementId: string; until: string | null; suspendedAt: string };
    }
  /** One suspension is undone; others may still be in force. */
  | { type: 'OwnerReinstated'; data: { ownerId: string; statementId: string; reinstatedAt: string } };

export const ownerStreamId = (ownerId: string): string => `owner-${ownerId}`;
