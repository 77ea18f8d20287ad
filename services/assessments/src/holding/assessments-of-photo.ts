import type { UnitOfWork } from '@candid/event-store';
import {
  type LoadedOwner,
  type LoadedPhotoAssessment,
  type LoadedProfileAssessment,
  photoAssessmentStreams,
  profileAssessmentStreams,
} from '../aggregates.js';

/** The newest photo assessment that the photo is in, or starts in; older ones are over. */
export async function assessmentOfPhoto(
  unit: UnitOfWork,
  { state }: LoadedOwner,
  photoId: string,
): Promise<LoadedPhotoAssessment | undefined> {
  const photoAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return photoAssessmentId === undefined ? undefined : unit.load(photoAssessmentStreams, photoAssessmentId);
}

/** The owner's profile assessment that runs, if there is one; which photos it is of, its own decisions know. */
export async function runningProfileOf(
  unit: UnitOfWork,
  { state }: LoadedOwner,
): Promise<LoadedProfileAssessment | undefined> {
  return state.profileRound ? unit.load(profileAssessmentStreams, state.profileRound.profileAssessmentId) : undefined;
}
