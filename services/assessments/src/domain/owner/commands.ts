export interface ReserveStart {
  type: 'ReserveStart';
  ownerId: string;
  testId: string;
  photoIds: string[];
  at: string;
}

/** A start for a photo that is there already; `isBeingAssessed` is what its newest test says. */
export interface ReservePhotoStart {
  type: 'ReservePhotoStart';
  ownerId: string;
  testId: string;
  photoId: string;
  isBeingAssessed: boolean;
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
  | ReservePhotoStart
  | TakeStart
  | { type: 'ReleaseStart'; ownerId: string; testId: string }
  | { type: 'RecordReopening'; ownerId: string; testId: string; photoId: string; at: string }
  | { type: 'FinishFirstAssessment'; ownerId: string; testId: string }
  | { type: 'RestartOnboarding'; ownerId: string; testId: string }
  | { type: 'RecordFirstProfile'; ownerId: string; photoId: string; at: string }
  | { type: 'RecordPhotoLeft'; ownerId: string; photoId: string; at: string }
  | { type: 'OpenGroupRun'; ownerId: string; groupId: string; assessmentId: string }
  | { type: 'CloseGroupRun'; ownerId: string; groupId: string; assessmentId: string }
  | { type: 'ForgetPhoto'; ownerId: string; photoId: string };
