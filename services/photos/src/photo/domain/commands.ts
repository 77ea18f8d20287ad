import type { ReturnPlace } from './events.js';

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

export interface DeletePhoto {
  type: 'DeletePhoto';
  userId: string;
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

export type PhotoCommand =
  | UploadPhoto
  | MoveToProfile
  | MoveToBank
  | ReturnFromTesting
  | ChooseReturnPlace
  | DeletePhoto
  | StartTest
  | CountRating
  | EndTest
  | ResetTest
  | GiveUpWaiting;
