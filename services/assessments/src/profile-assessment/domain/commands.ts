import type { Choice } from '../../photo-assessment/domain/events.js';
import type { ProfileEndReason } from './events.js';

/** `assessmentId` and `holdId` belong to the round. Absent `commentsSelected` means all phrases. */
export interface StartProfileAssessment {
  type: 'StartProfileAssessment';
  profileAssessmentId: string;
  assessmentId: string;
  holdId: string;
  ownerId: string;
  photoIds: string[];
  assessors: number;
  commentsSelected: Choice[] | undefined;
  /** Photos of the owner that await screening; assessors do not see them yet. */
  unscreenedPhotoIds?: readonly string[];
  at: string;
}

/**
 * Sets the total number of assessors and the phrases of the running round. If no round runs, starts a new one with the
 * same photos under `assessmentId`. Absent photos and phrases stay unchanged. `holdId` pays for more assessors,
 * `refundId` identifies the refund for fewer. Each is used at most once.
 */
export interface ChangeProfileAssessment {
  type: 'ChangeProfileAssessment';
  ownerId: string;
  photoIds: string[] | undefined;
  assessors: number;
  commentsSelected: Choice[] | undefined;
  assessmentId: string;
  holdId: string;
  refundId: string;
  /** Photos of the owner that await screening; assessors do not see them yet. */
  unscreenedPhotoIds?: readonly string[];
  at: string;
}

export interface ReserveProfileSlot {
  type: 'ReserveProfileSlot';
  assessorId: string;
  openingId: string;
  /** Photos hidden from this assessor. */
  hiddenPhotoIds?: readonly string[];
  /** Maximum total time, in milliseconds, that one assessor may hold slots in one round. */
  holdMsMax: number;
  at: string;
}

/** `comments` are as received; none of them is validated yet. */
export interface SubmitProfileRating {
  type: 'SubmitProfileRating';
  submissionId: string;
  ownerId: string;
  assessorId: string;
  comments: unknown[];
  /** Photos hidden from this assessor. */
  hiddenPhotoIds?: readonly string[];
  /** Whether this assessor may see the owner. A live slot allows the submission as well. */
  isVisible: boolean;
  /** Minimum look time per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

/**
 * Commands from a moderator, the screening or an assessor's report. They change nothing if the photo is not in the
 * profile.
 */
export type ModerateProfile =
  | { type: 'HoldProfilePhoto' | 'ReleaseProfilePhoto' | 'RecordProfilePhotoScreened'; photoId: string; at: string }
  | { type: 'ExcuseProfileAssessor'; assessorId: string; at: string };

/** `at` is the time of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type ProfileCommand =
  | StartProfileAssessment
  | ChangeProfileAssessment
  | ReserveProfileSlot
  | { type: 'ReleaseProfileSlot'; openingId: string; assessorId: string; at: string }
  | SubmitProfileRating
  | ModerateProfile
  | { type: 'EndProfileAssessment'; ownerId: string; reason: ProfileEndReason; at: string };
