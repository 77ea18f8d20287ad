import { DomainError } from '@candid/event-store';
import type { Removal } from './moderation.js';
import type { Faces, ReturnPlace, ScreeningFinding } from './photo.js';

/** Conditions for a move into the Profile Planner that do not depend on the photo. */
export interface PlannerAdmission {
  hasFirstTested: boolean;
  hasMadeFirstProfile: boolean;
  ratingsMin: number;
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
  | {
      type: 'UploadPhoto';
      photoId: string;
      userId: string;
      /** The photo assessment that the photo is uploaded for. Without one, the photo goes to the bank. */
      photoAssessmentId: string | null;
      awaitsScreening: boolean;
      now: Date;
    }
  | { type: 'MoveToProfile'; userId: string; planner: PlannerAdmission }
  | { type: 'MoveToBank'; userId: string }
  /** Moves the photo out of `testing`, to where it came from or to the chosen place. */
  | { type: 'ReturnFromTesting'; userId: string; planner: PlannerAdmission }
  | { type: 'ChooseReturnPlace'; userId: string; returnTo: ReturnPlace; planner: PlannerAdmission }
  /**
   * `withAccount` also deletes a photo that moderation has removed and that its owner can no longer delete. Until
   * `reportableUntil` the pictures are kept, because somebody may report them; null if nobody can.
   */
  | { type: 'DeletePhoto'; userId: string; withAccount?: boolean; reportableUntil?: Date | null }
  /** Deletes a photo that nobody has assessed, because another crop takes its place. */
  | { type: 'ReplacePhoto'; userId: string; reportableUntil: Date | null }
  | { type: 'StartTest'; photoAssessmentId: string }
  | { type: 'CountRating'; photoAssessmentId: string }
  | { type: 'EndTest'; photoAssessmentId: string; planner: PlannerAdmission }
  | { type: 'ResetTest'; photoAssessmentId: string }
  /** Gives up a photo whose photo assessment was never started. */
  | { type: 'GiveUpWaiting'; now: Date; waitMs: number }
  | { type: 'ScreenPhoto'; findings: readonly ScreeningFinding[]; faces: Faces; now: Date }
  | ModerationCommand;

export type CommandOf<Type extends PhotoCommand['type']> = Extract<PhotoCommand, { type: Type }>;

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
