import type { UnitOfWork } from '@candid/event-store';
import { assessmentOfPhoto, endPhoto } from '../ending/end-assessment.js';
import { type LoadedOwner, ownerStreams } from '../owner/decide.js';
import type { BarredHow } from '../owner/owner.js';
import type { LoadedPhotoAssessment } from '../photo-assessment/decide.js';
import type { AbandonReason } from '../photo-assessment/events.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from '../profile-assessment/decide.js';
import { endRunningProfile } from '../profile-assessment/end-profile-assessment.js';

/**
 * Hides the photo from assessors: its assessments pause and no start accepts it. Tokens stay in escrow. An assessor who
 * holds a slot on it may still submit: the rating is paid and not counted. Emits nothing if nothing changes.
 */
export const holdPhoto = onAllStreams('HoldPhoto', 'HoldAssessedPhoto', 'HoldProfilePhoto');

/** Resumes the photo's assessments. Emits nothing if the photo is not held. */
export const releaseHeldPhoto = onAllStreams('ReleasePhoto', 'ReleaseAssessedPhoto', 'ReleaseProfilePhoto');

/**
 * Shows the photo to assessors, unless it is held. A concurrent start conflicts with this command, because both append
 * to the owner's stream. Emits nothing if the photo was screened before.
 */
export const recordScreened = onAllStreams('RecordScreening', 'RecordPhotoScreened', 'RecordProfilePhotoScreened');

/** Decides on the owner's stream first and, if that stream changes, on the streams of the photo's assessments. */
function onAllStreams(
  ofOwner: 'HoldPhoto' | 'ReleasePhoto' | 'RecordScreening',
  ofAssessment: 'HoldAssessedPhoto' | 'ReleaseAssessedPhoto' | 'RecordPhotoScreened',
  ofProfile: 'HoldProfilePhoto' | 'ReleaseProfilePhoto' | 'RecordProfilePhotoScreened',
) {
  return async (unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> => {
    const owner = await unit.load(ownerStreams, ownerId);
    if (owner.decide({ type: ofOwner, ownerId, photoId, at }).length === 0) return;
    (await assessmentOfPhoto(unit, owner, photoId))?.decide({ type: ofAssessment, photoId, at });
    (await runningProfileOf(unit, owner))?.decide({ type: ofProfile, photoId, at });
  };
}

/**
 * Enforces a decision: the photo's assessments end with a refund of unused tokens. No start accepts the photo until it
 * is restored. A first assessment starts over, as if its owner had removed the photo. A photo that is not held yet is
 * held first, so that assessors who hold a slot on it are paid. Emits nothing if the photo is already barred in this
 * way and not held.
 */
export async function endHeldPhoto(unit: UnitOfWork, subject: PhotoSubject, how: BarredHow): Promise<void> {
  const { ownerId, photoId, at } = subject;
  const owner = await unit.load(ownerStreams, ownerId);
  if (owner.state.barredPhotos[photoId] === how && !owner.state.heldPhotos.includes(photoId)) return;
  await holdPhoto(unit, subject);
  await endRunningProfile(unit, owner, { reason: 'moderation', at, applies: (photoIds) => photoIds.includes(photoId) });
  const photoAssessment = await assessmentOfPhoto(unit, owner, photoId);
  if (photoAssessment) {
    giveUpStart(photoAssessment, owner, 'moderation', at);
    const isRemoved = how === 'removed';
    endPhoto({ userId: ownerId, photoId, isRemoved, isByModeration: true }, photoAssessment, owner, at);
  }
  if (how === 'removed') owner.decide({ type: 'RecordPhotoLeft', ownerId, photoId, at });
  owner.decide({ type: 'BarPhoto', ownerId, photoId, how, at });
}

/** Undoes `endHeldPhoto`: the photo can be assessed again. Ended assessments stay ended. */
export async function restorePhoto(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'RestorePhoto', ownerId, photoId, at });
}

/** Abandons a start that waits for its confirmation; the hold on its tokens expires. */
export function giveUpStart(
  photoAssessment: LoadedPhotoAssessment,
  owner: LoadedOwner,
  reason: AbandonReason,
  at: string,
): void {
  const { state } = photoAssessment;
  if (state.status !== 'opened') return;
  const { ownerId, photoAssessmentId } = state.start;
  photoAssessment.decide({ type: 'AbandonStart', ownerId, reason, at });
  owner.decide({ type: 'ReleaseStart', ownerId, photoAssessmentId });
}

/** Hides the photo from assessors until it is screened. Emits nothing if it is already screened or awaiting screening. */
export async function awaitScreening(unit: UnitOfWork, { ownerId, photoId, at }: PhotoSubject): Promise<void> {
  (await unit.load(ownerStreams, ownerId)).decide({ type: 'AwaitScreening', ownerId, photoId, at });
}

/** The photo that a hold, a decision or a screening concerns. `at` is the time of the command: ISO 8601 in UTC. */
interface PhotoSubject {
  ownerId: string;
  photoId: string;
  at: string;
}

export async function runningProfileOf(
  unit: UnitOfWork,
  { state }: LoadedOwner,
): Promise<LoadedProfileAssessment | undefined> {
  return state.profileRound ? unit.load(profileAssessmentStreams, state.profileRound.profileAssessmentId) : undefined;
}
