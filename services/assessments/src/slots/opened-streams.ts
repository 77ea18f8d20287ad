import type { TransactionalUnit, UnitOfWork } from '@candid/event-store';
import { type HeldOpening, lockOpenings, recordOpenings } from '../assessor-quality/openings.js';
import { type LoadedPhotoAssessment, photoAssessmentStreams } from '../photo-assessment/decide.js';
import { liveSlotOf } from '../photo-assessment/photo-assessment.js';
import { type LoadedProfileAssessment, profileAssessmentStreams } from '../profile-assessment/decide.js';
import { liveSlotOf as liveProfileSlotOf } from '../profile-assessment/profile-assessment.js';

export interface Moment {
  assessorId: string;
  at: string;
}

/** Loads the streams one after another, because a session runs one query at a time. */
export async function loadPhotoAssessments(
  unit: UnitOfWork,
  photoAssessmentIds: readonly string[],
): Promise<LoadedPhotoAssessment[]> {
  const photoAssessments: LoadedPhotoAssessment[] = [];
  for (const photoAssessmentId of new Set(photoAssessmentIds))
    photoAssessments.push(await unit.load(photoAssessmentStreams, photoAssessmentId));
  return photoAssessments;
}

export const slotOn = ({ state }: LoadedPhotoAssessment, { assessorId, at }: Moment) =>
  state.status === 'started' ? liveSlotOf(state, assessorId, at) : undefined;

export const slotOnProfile = ({ state }: LoadedProfileAssessment, { assessorId, at }: Moment) =>
  state.status === 'known' ? liveProfileSlotOf(state.round, assessorId, at) : undefined;

/** Running photos that the assessor's slot covers, in the order of the photo assessment. */
export function photosHeld(photoAssessment: LoadedPhotoAssessment, moment: Moment): string[] {
  const slot = slotOn(photoAssessment, moment);
  if (!slot || photoAssessment.state.status !== 'started') return [];
  return photoAssessment.state.assessments
    .filter(({ assessmentId, status }) => status === 'running' && slot.assessmentIds.includes(assessmentId))
    .map(({ photoId }) => photoId);
}

export interface OpenedStreams {
  held: HeldOpening;
  photoAssessments: LoadedPhotoAssessment[];
  profiles: LoadedProfileAssessment[];
}

export async function loadOpening(unit: UnitOfWork, held: HeldOpening): Promise<OpenedStreams> {
  return {
    held,
    photoAssessments: await loadPhotoAssessments(unit, held.photoAssessmentIds),
    profiles:
      held.profileAssessmentId === null ? [] : [await unit.load(profileAssessmentStreams, held.profileAssessmentId)],
  };
}

export const isLive = ({ held: { openingId }, photoAssessments, profiles }: OpenedStreams, moment: Moment): boolean =>
  photoAssessments.some((photoAssessment) => slotOn(photoAssessment, moment)?.openingId === openingId) ||
  profiles.some((profileAssessment) => slotOnProfile(profileAssessment, moment)?.openingId === openingId);

export function release({ held: { openingId }, photoAssessments, profiles }: OpenedStreams, moment: Moment): void {
  for (const photoAssessment of photoAssessments) photoAssessment.decide({ type: 'ReleaseSlot', openingId, ...moment });
  for (const profileAssessment of profiles)
    profileAssessment.decide({ type: 'ReleaseProfileSlot', openingId, ...moment });
}

export async function releaseOpeningsOn(unit: TransactionalUnit, ownerId: string, moment: Moment): Promise<void> {
  const { assessorId } = moment;
  const { openedAt, held } = await lockOpenings(unit.session, assessorId);
  for (const opening of held) {
    if (opening.ownerId === ownerId) release(await loadOpening(unit, opening), moment);
  }
  await recordOpenings(unit.session, assessorId, { openedAt, held: held.filter((one) => one.ownerId !== ownerId) });
}
