import { OpenAssessmentRow } from './feed/open-assessment.entity.js';
import { AssessmentSlotRow, RatedAssessmentRow, RatedOwnerRow } from './feed/rated.entities.js';
import { OwnerPhotoRow } from './owner/owner-photo.entity.js';
import { ParticipantRow } from './participants/participant.entity.js';
import { TestRow } from './photo-assessment/test.entity.js';
import { EvaluationGroupRow } from './profile-assessment/evaluation-group.entity.js';
import { GeneralRatingRow, GroupSlotRow } from './profile-assessment/general-rating.entity.js';
import { PhotoResultRow } from './results/photo-result.entity.js';
import { PhotoScoreRow } from './results/photo-score.entity.js';
import { ReceivedRatingRow } from './results/received-rating.entity.js';

/** Every read model and record of the service's database. */
export const entities = [
  AssessmentSlotRow,
  EvaluationGroupRow,
  GeneralRatingRow,
  GroupSlotRow,
  OpenAssessmentRow,
  OwnerPhotoRow,
  ParticipantRow,
  PhotoResultRow,
  PhotoScoreRow,
  RatedAssessmentRow,
  RatedOwnerRow,
  ReceivedRatingRow,
  TestRow,
];
