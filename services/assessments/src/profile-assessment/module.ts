import { EndProfileAssessment } from './end-profile-assessment.js';
import { OpenProfilesQuery, OwnProfilesQuery, ProfileAssessmentsQuery } from './profile-assessments.query.js';
import { ChangeProfileAssessment, RequestProfileAssessment } from './request-profile-assessment.js';
import { SubmitProfileRating } from './submit-profile-rating.js';

export const profileAssessment = {
  controllers: [
    ...[RequestProfileAssessment, ChangeProfileAssessment, EndProfileAssessment],
    ...[OwnProfilesQuery, OpenProfilesQuery, SubmitProfileRating],
  ],
  providers: [ProfileAssessmentsQuery],
};
