import type { ScreeningFinding } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import type { ModerationFact } from './moderation.js';
import type { Faces, ReturnPlace } from './photo.js';

/** Conditions for a move into the Profile Planner that do not depend on the photo. */
export interface PlannerAdmission {
  hasFirstTested: boolean;
  hasMadeFirstProfile: boolean;
  ratingsMin: number;
}

/** Decisions of moderation from the assessments service, and the later purge of removed pictures. */
export type ModerationCommand =
  | { type: 'RecordModeration'; fact: ModerationFact }
  /** A decision that only ends the hold of a deleted photo. */
  | { type: 'CloseCase'; caseId: string; decidedAt: string }
  | { type: 'UndoDecision'; statementId: string; undoneAt: string; effect: 'removal' | 'crop' }
  | { type: 'PurgePictures'; now: Date; retentionMs: number };

export type PhotoCommand =
  | {
      type: 'UploadPhoto';
      photoId: string;
      userId: string;
      /** The photo assessment for which the photo is uploaded; if null, the photo goes to the bank. */
      photoAssessmentId: string | null;
      awaitsScreening: boolean;
      now: Date;
    }
  | { type: 'MoveToProfile'; userId: string; planner: PlannerAdmission }
  | { type: 'MoveToBank'; userId: string }
  /** Moves the photo out of `testing`, back to its previous section or to the chosen one. */
  | { type: 'ReturnFromTesting'; userId: string; planner: PlannerAdmission }
  | { type: 'ChooseReturnPlace'; userId: string; returnTo: ReturnPlace; planner: PlannerAdmission }
  /** `withAccount`: also deletes a photo that moderation removed. `reportableUntil`: the pictures stay until then. */
  | { type: 'DeletePhoto'; userId: string; withAccount?: boolean; reportableUntil?: Date | null }
  /** Deletes a photo that nobody has assessed, because another crop takes its place. */
  | { type: 'ReplacePhoto'; userId: string; reportableUntil: Date | null }
  | { type: 'StartTest'; photoAssessmentId: string }
  | { type: 'CountRating'; photoAssessmentId: string }
  | { type: 'EndTest'; photoAssessmentId: string; planner: PlannerAdmission }
  | { type: 'ResetTest'; photoAssessmentId: string }
  /** Moves a photo back to the bank if its photo assessment never started. */
  | { type: 'GiveUpWaiting'; now: Date; waitMs: number }
  | { type: 'ScreenPhoto'; findings: readonly ScreeningFinding[]; faces: Faces; now: Date }
  | ModerationCommand;

export type CommandOf<Type extends PhotoCommand['type']> = Extract<PhotoCommand, { type: Type }>;

/** The error is the same for another owner's photo, so that the caller does not learn that it exists. */
export const photoNotFound = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

export const photoExists = (): DomainError => new DomainError('CONFLICT', 'This photo was uploaded before.');

export const photoIsAssessed = (): DomainError =>
  new DomainError('CONFLICT', 'Only a photo in your Photo Bank that nobody has assessed can be cropped again.');
