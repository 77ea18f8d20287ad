import { AccountAssessingQuery } from './account-assessing.js';
import { EndAssessmentForOwner } from './end-assessment.js';
import { EndOnDeletion, RecordPhotoMove } from './follow-owner.js';

export const processes = {
  controllers: [AccountAssessingQuery, EndAssessmentForOwner],
  providers: [RecordPhotoMove, EndOnDeletion],
};
