import type { UnitOfWork } from '@candid/event-store';
import {
  type LoadedOwner,
  type LoadedPhotoAssessment,
  type LoadedProfileAssessment,
  photoAssessmentStreams,
  profileAssessmentStreams,
} from '../aggregates.js';

/** The newest photo assessment that contains the photo, started or about to start; older ones are over. */
export async function assessmentOfPhoto(
  unit: UnitOfWork,
  { state }: LoadedOwner,
  photoId: string,
): Promise<LoadedPhotoAssessment | undefined> {
  const photoAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return photoAssessmentId === undefined ? undefined : unit.load(photoAssessmentStreams, photoAssessmentId);
}

/** The owner's running profile assessment, if any. Its own stream knows which photos it contains. */
export async function runningProfileOf(
  unit: UnitOfWork,
  { state }: LoadedOwner,
): Promise<LoadedProfileAssessment | undefined> {
  return state.profileRound ? unit.load(profileAssessmentStreams, state.profileRound.profileAssessmentId) : undefined;
}
