import type { Choice } from '../../photo-assessment/domain/events.js';
import type { ProfileEndReason } from './events.js';

/** `assessmentId` and `holdId` are the round's; absent phrases are all of them. */
export interface StartProfileAssessment {
  type: 'StartProfileAssessment';
  profileAssessmentId: string;
  assessmentId: string;
  holdId: string;
  ownerId: string;
  photoIds: string[];
  assessors: number;
  commentsSelected: Choice[] | undefined;
  /** Of the owner's photos: those that no assessor sees yet. */
  unscreenedPhotoIds?: readonly string[];
  at: string;
}

/**
 * While a round goes on, how many assessors it has altogether and which phrases they may leave; once it is over, a new round
 * of the same photos under `assessmentId`. Absent photos and phrases stay as they were. `holdId` pays for whatever is
 * more, `refundId` names what goes back for fewer; each is used at most once.
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
  /** Of the owner's photos: those that no assessor sees yet. */
  unscreenedPhotoIds?: readonly string[];
  at: string;
}

export interface ReserveProfileSlot {
  type: 'ReserveProfileSlot';
  assessorId: string;
  openingId: string;
  /** Photos that this assessor does not see. */
  hiddenPhotoIds?: readonly string[];
  /** One assessor holds slots in one round for at most so long in sum. */
  holdMsMax: number;
  at: string;
}

/** Nothing about `comments` is trusted. */
export interface SubmitProfileRating {
  type: 'SubmitProfileRating';
  submissionId: string;
  ownerId: string;
  assessorId: string;
  comments: unknown[];
  /** Photos that this assessor does not see. */
  hiddenPhotoIds?: readonly string[];
  /** The owner's wishes let this assessor see the profile; a live slot counts as well. */
  isVisible: boolean;
  /** Per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

/** By a moderator, the screening or an assessor's report; about a photo that is not in the profile, nothing. */
export type ModerateProfile =
  | { type: 'HoldProfilePhoto' | 'ReleaseProfilePhoto' | 'RecordProfilePhotoScreened'; photoId: string; at: string }
  | { type: 'ExcuseProfileAssessor'; assessorId: string; at: string };

/** `at` is the moment of the command: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. */
export type ProfileCommand =
  | StartProfileAssessment
  | ChangeProfileAssessment
  | ReserveProfileSlot
  | { type: 'ReleaseProfileSlot'; openingId: string; assessorId: string; at: string }
  | SubmitProfileRating
  | ModerateProfile
  | { type: 'EndProfileAssessment'; ownerId: string; reason: ProfileEndReason; at: string };
