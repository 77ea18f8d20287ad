import { EndAssessment } from './end-assessment.js';
import { CalculateRefund, EndAllAssessments } from './use-cases.js';

export const ending = {
  controllers: [EndAllAssessments, CalculateRefund],
  providers: [EndAssessment],
};
