import { assessmentUnknown } from './errors.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  type Assessment,
  type AssessorNow,
  assessmentOf,
  identityOf,
  liveSlotOf,
  liveSlotsOn,
  type ModeratePhoto,
  newestSlotOf,
  type PhotoAssessmentCommand,
  type PhotoAssessmentState,
  type ReserveSlot,
  rateableBy,
  type StartedAssessment,
  slotTimeOf,
} from './photo-assessment.js';

/**
 * Reserves or renews a slot on what the assessor may rate, within the limit of total slot time (`holdMsMax`). Emits
 * nothing if the live slot cannot be renewed. @throws DomainError NOT_FOUND if nothing may be rated
 */
export function reserveSlot(command: ReserveSlot, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  const { ownerId, assessorId, openingId, at } = command;
  if (state.status !== 'started' || state.ownerId !== ownerId || assessorId === ownerId) throw assessmentUnknown();
  const live = liveSlotOf(state, assessorId, at);
  const rateable = photosOfVisit(state, command).slice(0, command.photosMax);
  if (rateable.length === 0) throw assessmentUnknown();
  const isPaused = ({ assessmentId }: { assessmentId: string }) => live?.pausedIds.includes(assessmentId) ?? false;
  const isAsPromised =
    !rateable.some(isPaused) && rateable.every(({ assessmentId, settings }) => live?.terms[assessmentId] === settings);
  const time = slotTimeOf({ ...command, live, isAsPromised, heldMs: state.heldMs[assessorId] });
  if (!time) {
    if (live) return [];
    throw assessmentUnknown();
  }
  const { photoAssessmentId } = state;
  const assessmentIds = rateable.map(({ assessmentId }) => assessmentId);
  const data = { photoAssessmentId, openingId, ownerId, assessorId, assessmentIds, reservedAt: at, ...time };
  return [{ type: state.finePhotoId === null ? 'SlotReserved' : 'GoldSlotReserved', data }];
}

/**
 * The assessments of the assessor's next visit, those in the live slot first, so that they stay in it. `likeliestFirst`
 * limits the visit to the newest slot, even if expired. If nothing in that slot is left, `rateFirst` selects the visit.
 */
export function photosOfVisit(
  photoAssessment: StartedAssessment,
  { likeliestFirst, ...assessor }: AssessorNow & Pick<ReserveSlot, 'likeliestFirst'>,
): Assessment[] {
  const { assessorId, at } = assessor;
  const rateable = rateableBy(photoAssessment, assessor);
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

/** Releases the slot of the opening. Emits nothing if the slot is already over. */
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

interface RateablePhoto {
  photoId: string;
  /** Number of ratings, plus live slots of other assessors. */
  ratings: number;
}

/** Number of ratings that each photo needs before an assessment may stop early or prefer the likely best photos. */
export const settlingRatingsMin = 3;

/** Number of photos per visit. The assessor's severity cancels out between two photos. */
const photosPerVisit = 2;

/**
 * The photos that an assessor rates first if the question is which one is the best: all with fewer than three ratings.
 * If these do not fill a visit, the likeliest others follow. Ratings of unlikely photos do not help to find the best.
 * @param likeliestFirst photo ids by their probability of being the best, highest first
 */
export function rateFirst<Photo extends RateablePhoto>(
  photos: readonly Photo[],
  likeliestFirst: readonly string[],
): Photo[] {
  const rank = ({ photoId }: Photo): number => {
    const place = likeliestFirst.indexOf(photoId);
    return place === -1 ? likeliestFirst.length : place;
  };
  const lacking = photos.filter(({ ratings }) => ratings < settlingRatingsMin);
  const others = photos
    .filter(({ ratings }) => ratings >= settlingRatingsMin)
    .sort((one, other) => rank(one) - rank(other));
  return [...lacking, ...others].slice(0, Math.max(photosPerVisit, lacking.length));
}

/** Emits nothing if nothing changes. */
export function moderatePhoto(command: ModeratePhoto, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  if (state.status !== 'started') return [];
  const assessment = assessmentOf(state, command.photoId);
  if (!assessment) return [];
  const { isHeld, isUnscreened, excusedIds, status } = assessment;
  const photo = identityOf(state, assessment);
  const { at } = command;
  switch (command.type) {
    case 'HoldAssessedPhoto':
      // A completed assessment is held as well, because it can run again.
      if (isHeld || status === 'ended') return [];
      return [{ type: 'AssessedPhotoHeld', data: { ...photo, heldAt: at } }];
    case 'ReleaseAssessedPhoto':
      return isHeld ? [{ type: 'AssessedPhotoReleased', data: { ...photo, releasedAt: at } }] : [];
    case 'RecordPhotoScreened':
      return isUnscreened ? [{ type: 'AssessedPhotoScreened', data: { ...photo, screenedAt: at } }] : [];
    case 'ExcuseAssessor': {
      const { assessorId } = command;
      if (excusedIds.includes(assessorId)) return [];
      return [{ type: 'AssessorExcused', data: { ...photo, assessorId, excusedAt: at } }];
    }
  }
}
