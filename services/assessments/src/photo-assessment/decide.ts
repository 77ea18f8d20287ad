import type { Aggregate, LoadedStream } from '@candid/event-store';
import { adjustAssessment, endAssessment } from './decide-change.js';
import { replaceSpoiled, startGoldAssessment, submitRatings } from './decide-ratings.js';
import { moderatePhoto, releaseSlot, reserveSlot } from './decide-slot.js';
import { abandonStart, confirmStart, openStart } from './decide-start.js';
import { type PhotoAssessmentEvent, photoAssessmentStreamId } from './events.js';
import { evolve } from './evolve.js';
import { initialState, type PhotoAssessmentCommand, type PhotoAssessmentState } from './photo-assessment.js';

function decide(command: PhotoAssessmentCommand, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  switch (command.type) {
    case 'OpenStart':
      return openStart(command, state);
    case 'ConfirmStart':
      return confirmStart(command, state);
    case 'AbandonStart':
      return abandonStart(command, state);
    case 'ReserveSlot':
      return reserveSlot(command, state);
    case 'ReleaseSlot':
      return releaseSlot(command, state);
    case 'SubmitRatings':
      return submitRatings(command, state);
    case 'AdjustAssessment':
      return adjustAssessment(command, state);
    case 'StartGoldAssessment':
      return startGoldAssessment(command, state);
    case 'ReplaceSpoiled':
      return replaceSpoiled(command, state);
    case 'HoldAssessedPhoto':
    case 'ReleaseAssessedPhoto':
    case 'RecordPhotoScreened':
    case 'ExcuseAssessor':
      return moderatePhoto(command, state);
    case 'EndAssessment':
      return endAssessment(command, state);
  }
}

export const photoAssessmentStreams: Aggregate<PhotoAssessmentState, PhotoAssessmentCommand, PhotoAssessmentEvent> = {
  initialState,
  evolve,
  decide,
  streamOf: photoAssessmentStreamId,
};

export type LoadedPhotoAssessment = LoadedStream<PhotoAssessmentState, PhotoAssessmentCommand, PhotoAssessmentEvent>;
