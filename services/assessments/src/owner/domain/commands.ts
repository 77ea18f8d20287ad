export interface ReserveStart {
  type: 'ReserveStart';
  ownerId: string;
  testId: string;
  photoIds: string[];
  /** False if the photos are yet to be uploaded. */
  areStored: boolean;
  /** Photos of `photoIds` whose newest test still assesses them. */
  assessedPhotoIds: string[];
  at: string;
}

/** The start is confirmed. */
export interface TakeStart {
  type: 'TakeStart';
  ownerId: string;
  testId: string;
  at: string;
}

/** `at` is the moment of the command, or of the photo's move: ISO 8601 in UTC. */
export type OwnerCommand =
  | ReserveStart
  | TakeStart
  | { type: 'ReleaseStart'; ownerId: string; testId: string }
  | { type: 'RecordReopening'; ownerId: string; testId: string; photoId: string; at: string }
  | { type: 'FinishFirstAssessment'; ownerId: string; testId: string }
  | { type: 'RestartOnboarding'; ownerId: string; testId: string; givenBackTokens: number; restartTokens: number }
  | { type: 'RecordFirstProfile'; ownerId: string; photoId: string; at: string }
  | { type: 'RecordPhotoLeft'; ownerId: string; photoId: string; at: string }
  | { type: 'OpenGroupRun'; ownerId: string; groupId: string; assessmentId: string }
  | { type: 'CloseGroupRun'; ownerId: string; groupId: string; assessmentId: string }
  | { type: 'ForgetPhoto'; ownerId: string; photoId: string };
