import type { Decider } from '@candid/event-store';
import { changeProfileAssessment } from './change-profile-assessment.js';
import type { ProfileCommand } from './commands.js';
import { endProfileAssessment } from './end-profile-assessment.js';
import type { ProfileEvent } from './events.js';
import { evolve } from './evolve.js';
import { moderateProfile } from './moderate-profile.js';
import type { ProfilePolicy } from './policy.js';
import { releaseProfileSlot, reserveProfileSlot } from './reserve-profile-slot.js';
import { startProfileAssessment } from './start-profile-assessment.js';
import { initialState, type ProfileState } from './state.js';
import { submitProfileRating } from './submit-profile-rating.js';

export function decide(command: ProfileCommand, state: ProfileState, policy: ProfilePolicy): ProfileEvent[] {
  switch (command.type) {
    case 'StartProfileAssessment':
      return startProfileAssessment(command, state, policy);
    case 'ChangeProfileAssessment':
      return changeProfileAssessment(command, state, policy);
    case 'ReserveProfileSlot':
      return reserveProfileSlot(command, state, policy);
    case 'ReleaseProfileSlot':
      return releaseProfileSlot(command, state);
    case 'SubmitProfileRating':
      return submitProfileRating(command, state, policy);
    case 'HoldProfilePhoto':
    case 'ReleaseProfilePhoto':
    case 'RecordProfilePhotoScreened':
    case 'ExcuseProfileAssessor':
      return moderateProfile(command, state);
    case 'EndProfileAssessment':
      return endProfileAssessment(command, state, policy);
  }
}

export const profileAssessmentDecider = (
  policy: ProfilePolicy,
): Decider<ProfileState, ProfileCommand, ProfileEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
