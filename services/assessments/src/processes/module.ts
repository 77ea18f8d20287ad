import { EndAssessmentForOwner, EndOnDeletion, RecordPhotoMove } from './follow-owner.js';

export const processes = {
  controllers: [EndAssessmentForOwner],
  providers: [RecordPhotoMove, EndOnDeletion],
};
