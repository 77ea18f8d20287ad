import { OpenAssessmentRow } from './projections/feed/open-assessment.entity.js';
import { AssessmentSlotRow, RatedAssessmentRow, RatedOwnerRow } from './projections/feed/rated.entities.js';
import { EvaluationGroupRow } from './projections/groups/evaluation-group.entity.js';
import { GeneralRatingRow, GroupSlotRow } from './projections/groups/general-rating.entity.js';
import { PhotoScoreRow } from './projections/scores/photo-score.entity.js';
import { ReceivedRatingRow } from './projections/scores/received-rating.entity.js';
import { TestRow } from './projections/tests/test.entity.js';
import { OwnerPhotoRow } from './records/owner-photo.entity.js';
import { ParticipantRow } from './records/participant.entity.js';
import { PhotoResultRow } from './records/photo-result.entity.js';

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
