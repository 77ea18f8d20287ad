import type { Decider } from '@candid/event-store';
import { adjustAssessment } from './adjust-assessment.js';
import type { PhotoAssessmentCommand } from './commands.js';
import { endAssessment } from './end-assessment.js';
import type { PhotoAssessmentEvent } from './events.js';
import { evolve } from './evolve.js';
import { startGoldAssessment } from './gold.js';
import { moderatePhoto } from './moderate-photo.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { replaceSpoiled } from './replace-spoiled.js';
import { releaseSlot, reserveSlot } from './reserve-slot.js';
import { abandonStart, confirmStart, openStart } from './start.js';
import { initialState, type PhotoAssessmentState } from './state.js';
import { submitRatings } from './submit-ratings.js';

export function decide(
  command: PhotoAssessmentCommand,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  switch (command.type) {
    case 'OpenStart':
      return openStart(command, state, policy);
    case 'ConfirmStart':
      return confirmStart(command, state);
    case 'AbandonStart':
      return abandonStart(command, state);
    case 'ReserveSlot':
      return reserveSlot(command, state, policy);
    case 'ReleaseSlot':
      return releaseSlot(command, state);
    case 'SubmitRatings':
      return submitRatings(command, state, policy);
    case 'AdjustAssessment':
      return adjustAssessment(command, state, policy);
    case 'StartGoldAssessment':
      return startGoldAssessment(command, state);
    case 'ReplaceSpoiled':
      return replaceSpoiled(command, state, policy);
    case 'HoldAssessedPhoto':
    case 'ReleaseAssessedPhoto':
    case 'RecordPhotoScreened':
    case 'ExcuseAssessor':
      return moderatePhoto(command, state);
    case 'EndAssessment':
      return endAssessment(command, state, policy);
  }
}

export const photoAssessmentDecider = (
  policy: PhotoAssessmentPolicy,
): Decider<PhotoAssessmentState, PhotoAssessmentCommand, PhotoAssessmentEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
