import { AdjustAssessment } from './adjust-assessment.js';
import { OutlookQuery } from './outlook.query.js';
import { StartedPhotosQuery } from './read-model.js';

export const photoAssessment = {
  controllers: [AdjustAssessment, OutlookQuery, StartedPhotosQuery],
  providers: [],
};
