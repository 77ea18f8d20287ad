export interface ReserveStart {
  type: 'ReserveStart';
  ownerId: string;
  photoAssessmentId: string;
  photoIds: string[];
  /** False if the photos are yet to be uploaded. */
  areStored: boolean;
  /** Photos of `photoIds` whose newest photo assessment still assesses them. */
  assessedPhotoIds: string[];
  at: string;
}

/** The start is confirmed. */
export interface TakeStart {
  type: 'TakeStart';
  ownerId: string;
  photoAssessmentId: string;
  at: string;
}

/** `at` is the moment of the command, or of the photo's move: ISO 8601 in UTC. */
export type OwnerCommand =
  | ReserveStart
  | TakeStart
  | { type: 'ReleaseStart'; ownerId: string; photoAssessmentId: string }
  | { type: 'RecordReopening'; ownerId: string; photoAssessmentId: string; photoId: string; at: string }
  | { type: 'FinishFirstAssessment'; ownerId: string; photoAssessmentId: string }
  | {
      type: 'RestartOnboarding';
      ownerId: string;
      photoAssessmentId: string;
      givenBackTokens: number;
      restartTokens: number;
    }
  | { type: 'RecordFirstProfile'; ownerId: string; photoId: string; at: string }
  | { type: 'RecordPhotoLeft'; ownerId: string; photoId: string; at: string }
  | { type: 'OpenProfileRound'; ownerId: string; profileAssessmentId: string; assessmentId: string }
  | { type: 'CloseProfileRound'; ownerId: string; profileAssessmentId: string; assessmentId: string }
  | { type: 'ForgetPhoto'; ownerId: string; photoId: string };
