import type { BarredHow } from './events.js';

export interface ReserveStart {
  type: 'ReserveStart';
  ownerId: string;
  photoAssessmentId: string;
  photoIds: string[];
  /** False if the photos are not uploaded yet. */
  areStored: boolean;
  /** Photos of `photoIds` that their newest photo assessment still assesses. */
  assessedPhotoIds: string[];
  at: string;
}

/** Confirms a reserved start. */
export interface TakeStart {
  type: 'TakeStart';
  ownerId: string;
  photoAssessmentId: string;
  at: string;
}

export interface OpenProfileRound {
  type: 'OpenProfileRound';
  ownerId: string;
  profileAssessmentId: string;
  assessmentId: string;
  photoIds: readonly string[];
  at: string;
}

interface PhotoCommand<Type extends string> {
  type: Type;
  ownerId: string;
  photoId: string;
  at: string;
}

/** `at` is the time of the command or of the photo's move: ISO 8601 in UTC. */
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
  | OpenProfileRound
  | { type: 'CloseProfileRound'; ownerId: string; profileAssessmentId: string; assessmentId: string }
  | { type: 'ForgetPhoto'; ownerId: string; photoId: string }
  | PhotoCommand<'HoldPhoto'>
  | PhotoCommand<'ReleasePhoto'>
  | (PhotoCommand<'BarPhoto'> & { how: BarredHow })
  | PhotoCommand<'RestorePhoto'>
  | PhotoCommand<'AwaitScreening'>
  | PhotoCommand<'RecordScreening'>
  | { type: 'Suspend'; ownerId: string; statementId: string; until: string | null; at: string }
  | { type: 'Reinstate'; ownerId: string; statementId: string; at: string };
