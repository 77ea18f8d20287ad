import { DomainError } from '@candid/event-store';
import type { Removal } from './moderation.js';
import type { Faces, ReturnPlace, ScreeningFinding } from './photo.js';

/** Conditions for a move into the Profile Planner that do not depend on the photo. */
export interface PlannerAdmission {
  hasFirstTested: boolean;
  hasMadeFirstProfile: boolean;
  ratingsMin: number;
}

export interface UploadPhoto {
  type: 'UploadPhoto';
  photoId: string;
  userId: string;
  /** The photo assessment that the photo is uploaded for. Without one, the photo goes to the bank. */
  photoAssessmentId: string | null;
  awaitsScreening: boolean;
  now: Date;
}

interface MoveToProfile {
  type: 'MoveToProfile';
  userId: string;
  planner: PlannerAdmission;
}

interface MoveToBank {
  type: 'MoveToBank';
  userId: string;
}

/** Moves the photo out of `testing`, to where it came from or to the chosen place. */
interface ReturnFromTesting {
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
interface DeletePhoto {
  type: 'DeletePhoto';
  userId: string;
  withAccount?: boolean;
  /** Until this time the pictures are kept, because somebody may report them; null if nobody can. */
  reportableUntil?: Date | null;
}

/** Deletes a photo that nobody has assessed, because another crop takes its place. */
interface ReplacePhoto {
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

interface StartTest {
  type: 'StartTest';
  photoAssessmentId: string;
}

interface CountRating {
  type: 'CountRating';
  photoAssessmentId: string;
}

interface EndTest {
  type: 'EndTest';
  photoAssessmentId: string;
  planner: PlannerAdmission;
}

interface ResetTest {
  type: 'ResetTest';
  photoAssessmentId: string;
}

/** Gives up a photo whose photo assessment was never started. */
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

/** A photo of another owner gives the same error, because the caller may not know that it exists. */
export const photoNotFound = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

export const photoExists = (): DomainError => new DomainError('CONFLICT', 'This photo was uploaded before.');

export const onboardingIncomplete = (): DomainError =>
  new DomainError(
    'ONBOARDING_INCOMPLETE',
    'Photos can be moved into your Profile Planner after your first assessment.',
  );

export const notEnoughRatings = (missing: number): DomainError =>
  new DomainError(
    'NOT_ENOUGH_RATINGS',
    `This photo needs ${missing} more rating(s) before you can put it in the Profile Planner.`,
  );

export const notUnderAssessment = (): DomainError =>
  new DomainError('CONFLICT', 'Only a photo under assessment has a place to return to.');

export const photoIsHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is being checked. You can move it again when a moderator has decided.');

export const cropIsWanted = (): DomainError =>
  new DomainError('CONFLICT', 'A moderator has asked for another crop of this photo. Please upload it again.');

export const croppedWhileHeld = (): DomainError =>
  new DomainError('PHOTO_HELD', 'This photo is being checked. You can crop it again when a moderator has decided.');

export const photoIsAssessed = (): DomainError =>
  new DomainError('CONFLICT', 'Only a photo in your Photo Bank that nobody has assessed can be cropped again.');

export const originalIsGone = (): DomainError =>
  new DomainError(
    'NOT_FOUND',
    'The picture that this photo was cropped from is no longer kept. Please choose it again.',
  );
