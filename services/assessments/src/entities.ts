import { OpenAssessmentRow } from './feed/open-assessment.entity.js';
import { AssessmentSlotRow, RatedAssessmentRow, RatedOwnerRow } from './feed/rated.entities.js';
import { OwnerPhotoRow } from './owner/owner-photo.entity.js';
import { PhotoAssessmentRow } from './photo-assessment/photo-assessment.entity.js';
import { ProfileAssessmentRow } from './profile-assessment/profile-assessment.entity.js';
import { ProfileRatingRow, ProfileSlotRow } from './profile-assessment/profile-rating.entity.js';
import { PhotoScoreRow } from './results/photo-score.entity.js';
import { ReceivedRatingRow } from './results/received-rating.entity.js';

/** Every read model and record of the service's database. */
export const entities = [
  AssessmentSlotRow,
  ProfileAssessmentRow,
  ProfileRatingRow,
  ProfileSlotRow,
  OpenAssessmentRow,
  OwnerPhotoRow,
  PhotoScoreRow,
  RatedAssessmentRow,
  RatedOwnerRow,
  ReceivedRatingRow,
  PhotoAssessmentRow,
];
