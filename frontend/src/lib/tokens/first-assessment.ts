import { PRODUCT } from '@candid/contracts';

/** What the first assessment costs: its photos and assessors are fixed. */
export const firstAssessmentTokens =
  PRODUCT.firstAssessmentPhotos * PRODUCT.firstAssessmentAssessors * PRODUCT.pricePerAssessorTokens;
