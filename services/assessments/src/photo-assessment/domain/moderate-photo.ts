import type { ModeratePhoto } from './commands.js';
import type { PhotoAssessmentEvent } from './events.js';
import type { PhotoAssessmentState } from './state.js';

/** Holds, releases or screens a photo, or excuses an assessor from it. Emits nothing if nothing changes. */
export function moderatePhoto(command: ModeratePhoto, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  if (state.status !== 'started') return [];
  const assessment = state.assessments.find(({ photoId }) => photoId === command.photoId);
  if (!assessment) return [];
  const { assessmentId, photoId, isHeld, isUnscreened, excusedIds, status } = assessment;
  const { photoAssessmentId, ownerId } = state;
  const photo = { assessmentId, photoId, photoAssessmentId, ownerId };
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
