import type { Faces, ReturnPlace, ScreeningFinding } from './events.js';
import type { Removal } from './moderation-events.js';

/** What a move into the Profile Planner depends on beyond the photo. */
export interface PlannerAdmission {
  hasFirstTested: boolean;
  hasMadeFirstProfile: boolean;
  ratingsMin: number;
}

export interface UploadPhoto {
  type: 'UploadPhoto';
  photoId: string;
  userId: string;
  /** The test it is uploaded for; without one it goes to the bank. */
  photoAssessmentId: string | null;
  awaitsScreening: boolean;
  now: Date;
}

export interface MoveToProfile {
  type: 'MoveToProfile';
  userId: string;
  planner: PlannerAdmission;
}

export interface MoveToBank {
  type: 'MoveToBank';
  userId: string;
}

/** Out of `testing`, to where it came from or was told to go. */
export interface ReturnFromTesting {
  type: 'ReturnFromTesting';
  userId: string;
  planner: PlannerAdmission;
}

export interface ChooseReturnPlace {
  type: 'ChooseReturnPlace';
  userId: string;
  returnTo: ReturnPlace;
  planner: PlannerAdmission;
}

/** `withAccount` also deletes a photo that moderation has removed and that its owner can no longer delete. */
export interface DeletePhoto {
  type: 'DeletePhoto';
  userId: string;
  withAccount?: boolean;
  /** Until then the pictures are kept, because somebody may report them; null if nobody can. */
  reportableUntil?: Date | null;
}

/** Deletes a photo that nobody has assessed, because another crop takes its place. */
export interface ReplacePhoto {
  type: 'ReplacePhoto';
  userId: string;
  reportableUntil: Date | null;
}

export interface ScreenPhoto {
  type: 'ScreenPhoto';
  findings: readonly ScreeningFinding[];
  faces: Faces;
  now: Date;
}

export interface StartTest {
  type: 'StartTest';
  photoAssessmentId: string;
}

export interface CountRating {
  type: 'CountRating';
  photoAssessmentId: string;
}

export interface EndTest {
  type: 'EndTest';
  photoAssessmentId: string;
  planner: PlannerAdmission;
}

export interface ResetTest {
  type: 'ResetTest';
  photoAssessmentId: string;
}

/** For a photo whose test was never started. */
export interface GiveUpWaiting {
  type: 'GiveUpWaiting';
  now: Date;
  waitMs: number;
}

/** Decisions of moderation, made in another service, and the later purge of the pictures that it removed. */
export type ModerationCommand =
  | { type: 'HoldPhoto'; caseId: string; heldAt: string }
  | { type: 'ReleasePhoto'; caseId: string; releasedAt: string }
  | ({ type: 'RemovePhoto' } & Removal)
  /** A decision that does not change the photo. It ends the hold of a deleted photo. */
  | { type: 'CloseCase'; caseId: string; decidedAt: string }
  | { type: 'WantCrop'; statementId: string; decidedAt: string }
  | { type: 'UndoDecision'; statementId: string; undoneAt: string; effect: 'removal' | 'crop' }
  | { type: 'ReleaseLegalHold'; caseId: string; releasedAt: string }
  | { type: 'KeepForAppeal'; statementId: string }
  | { type: 'EndAppeal'; statementId: string; decidedAt: string }
  | { type: 'PurgePictures'; now: Date; retentionMs: number };

export type PhotoCommand =
  | UploadPhoto
  | MoveToProfile
  | MoveToBank
  | ReturnFromTesting
  | ChooseReturnPlace
  | DeletePhoto
  | ReplacePhoto
  | StartTest
  | CountRating
  | EndTest
  | ResetTest
  | GiveUpWaiting
  | ScreenPhoto
  | ModerationCommand;
