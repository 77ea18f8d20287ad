import { EndAssessmentForOwner } from './end-assessment.js';
import { EndOnDeletion, RecordPhotoMove } from './follow-owner.js';

export const processes = {
  controllers: [EndAssessmentForOwner],
  providers: [RecordPhotoMove, EndOnDeletion],
};
