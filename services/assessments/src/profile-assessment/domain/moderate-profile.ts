import type { ModerateProfile } from './commands.js';
import type { ProfileEvent } from './events.js';
import type { ProfileState } from './state.js';

/** Pauses or resumes the running round, or excuses an assessor from the profile. Emits nothing if nothing changes. */
export function moderateProfile(command: ModerateProfile, state: ProfileState): ProfileEvent[] {
  if (state.status === 'unknown') return [];
  const { profileAssessmentId, ownerId, round, photoIds, excusedIds } = state;
  const roundOf = { profileAssessmentId, assessmentId: round.assessmentId, ownerId };
  const { at } = command;
  if (command.type === 'ExcuseProfileAssessor') {
    const { assessorId } = command;
    if (excusedIds.includes(assessorId)) return [];
    return [{ type: 'ProfileAssessorExcused', data: { ...roundOf, assessorId, excusedAt: at } }];
  }
  const { photoId } = command;
  const isHeld = round.heldPhotoIds.includes(photoId);
  switch (command.type) {
    case 'HoldProfilePhoto':
      // Only a running round is held; no round starts with a held photo.
      if (isHeld || round.status !== 'running' || !photoIds.includes(photoId)) return [];
      return [{ type: 'ProfileRoundHeld', data: { ...roundOf, photoId, heldAt: at } }];
    case 'ReleaseProfilePhoto':
      return isHeld ? [{ type: 'ProfileRoundReleased', data: { ...roundOf, photoId, releasedAt: at } }] : [];
    case 'RecordProfilePhotoScreened':
      if (!round.unscreenedPhotoIds.includes(photoId)) return [];
      return [{ type: 'ProfilePhotoScreened', data: { ...roundOf, photoId, screenedAt: at } }];
  }
}
