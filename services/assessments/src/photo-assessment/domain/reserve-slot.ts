import type { PhotoAssessmentCommand, ReserveSlot } from './commands.js';
import { assessmentUnknown } from './errors.js';
import type { PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { rateFirst } from './rate-first.js';
import { liveSlotOf, liveSlotsOn, newestSlotOf, rateableBy, slotTimeOf } from './slots.js';
import type { Assessment, PhotoAssessmentState, StartedAssessment } from './state.js';

/**
 * Reserves or renews a slot on what the assessor may rate, within the limit of total slot time (`holdMsMax`). Emits
 * nothing if the live slot cannot be renewed. @throws DomainError NOT_FOUND if nothing may be rated
 */
export function reserveSlot(
  command: ReserveSlot,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  const { ownerId, assessorId, openingId, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId || assessorId === ownerId) throw assessmentUnknown();
  const live = liveSlotOf(state, assessorId, at);
  const rateable = photosOfVisit(state, command).slice(0, command.photosMax);
  if (rateable.length === 0) throw assessmentUnknown();
  const isPaused = ({ assessmentId }: { assessmentId: string }) => live?.pausedIds.includes(assessmentId) ?? false;
  const isAsPromised =
    !rateable.some(isPaused) && rateable.every(({ assessmentId, settings }) => live?.terms[assessmentId] === settings);
  const { holdMsMax } = command;
  const heldMs = state.heldMs[assessorId] ?? 0;
  const time = slotTimeOf({ live, isAsPromised, heldMs, holdMsMax, slotMs: policy.slotMs, at });
  if (!time) {
    if (live) return [];
    throw assessmentUnknown();
  }
  const { photoAssessmentId } = state;
  const assessmentIds = rateable.map(({ assessmentId }) => assessmentId);
  const data = {
    photoAssessmentId,
    openingId,
    ownerId,
    assessorId,
    assessmentIds,
    reservedAt: at,
    ...time,
  };
  return [{ type: state.finePhotoId === null ? 'SlotReserved' : 'GoldSlotReserved', data }];
}

/**
 * The assessments of the assessor's next visit: rateable assessments; those that the live slot covers come first, so that they stay in it.
 * With `likeliestFirst` only some: those that the assessor began with, even if the slot has expired, else those to rate first.
 */
export function photosOfVisit(
  photoAssessment: StartedAssessment,
  {
    assessorId,
    hiddenPhotoIds = [],
    likeliestFirst,
    at,
  }: Pick<ReserveSlot, 'assessorId' | 'hiddenPhotoIds' | 'likeliestFirst' | 'at'>,
): Assessment[] {
  const rateable = rateableBy(photoAssessment, assessorId, at).filter(
    ({ photoId }) => !hiddenPhotoIds.includes(photoId),
  );
  const begun =
    likeliestFirst === undefined
      ? liveSlotOf(photoAssessment, assessorId, at)
      : newestSlotOf(photoAssessment, assessorId);
  const isCovered = ({ assessmentId }: Assessment) => begun?.assessmentIds.includes(assessmentId) ?? false;
  const covered = rateable.filter(isCovered);
  const others = rateable.filter((assessment) => !isCovered(assessment));
  if (likeliestFirst === undefined) return [...covered, ...others];
  if (covered.length > 0) return covered;
  const ratingsOf = (assessment: Assessment): number =>
    assessment.assessorIds.length + liveSlotsOn(photoAssessment, assessment, at);
  return rateFirst(
    others.map((assessment) => ({ ...assessment, ratings: ratingsOf(assessment) })),
    likeliestFirst,
  );
}

/** Releases the slot of the opening. Emits nothing if it is already over. */
export function releaseSlot(
  { openingId, assessorId, at }: Extract<PhotoAssessmentCommand, { type: 'ReleaseSlot' }>,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  if (state.status !== 'started') return [];
  const live = liveSlotOf(state, assessorId, at);
  if (live?.openingId !== openingId) return [];
  const { photoAssessmentId } = state;
  const data = { photoAssessmentId, openingId, assessorId, assessmentIds: [...live.assessmentIds], releasedAt: at };
  return [{ type: state.finePhotoId === null ? 'SlotReleased' : 'GoldSlotReleased', data }];
}
