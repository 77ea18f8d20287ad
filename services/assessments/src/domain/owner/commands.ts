export interface ReserveStart {
  type: 'ReserveStart';
  ownerId: string;
  testId: string;
  photoIds: string[];
  at: string;
}

/** `at` is the moment of the command, or of the photo's move: ISO 8601 in UTC. */
export type OwnerCommand =
  | ReserveStart
  | { type: 'TakeStart'; ownerId: string; testId: string }
  | { type: 'ReleaseStart'; ownerId: string; testId: string }
  | { type: 'FinishFirstAssessment'; ownerId: string; testId: string }
  | { type: 'RestartOnboarding'; ownerId: string; testId: string }
  | { type: 'RecordFirstProfile'; ownerId: string; photoId: string; at: string }
  | { type: 'RecordPhotoLeft'; ownerId: string; photoId: string; at: string }
  | { type: 'ForgetPhoto'; ownerId: string; photoId: string };
