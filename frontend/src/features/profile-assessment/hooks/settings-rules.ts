import { PRODUCT } from '@candid/contracts';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';

/** Evaluators of a profile before its owner's first test is over. */
const firstProfileAssessors = 5;

/** The run that the settings are for; undefined where they begin a new one. */
export interface RunningNow {
  readonly testLimit: number;
  readonly testTimesRated: number;
}

export interface AssessorLimits {
  readonly min: number;
  readonly max: number;
  readonly start: number;
  readonly fixed: boolean;
}

/** How many evaluators may be chosen: a run never goes below those who are done. */
export function limitsOf(hasFirstTested: boolean, running: RunningNow | undefined): AssessorLimits {
  const { assessorsMin, assessorsMax: max } = PRODUCT;
  if (running) {
    return { min: Math.max(assessorsMin, running.testTimesRated), max, start: running.testLimit, fixed: false };
  }
  if (!hasFirstTested) return { min: firstProfileAssessors, max, start: firstProfileAssessors, fixed: true };
  return { min: assessorsMin, max, start: assessorsMin, fixed: false };
}

/** In tokens; negative where fewer evaluators give some back. */
export function costOf(evaluators: number, running: RunningNow | undefined): number {
  return (evaluators - (running?.testLimit ?? 0)) * PRODUCT.pricePerAssessorTokens;
}

/** Of those who are still to come. */
export function minutesOf(evaluators: number, running: RunningNow | undefined): number {
  return (evaluators - (running?.testTimesRated ?? 0)) * PRODUCT.minutesPerProfileAssessor;
}

/** Why a request cannot be sent, in the product's words; null where it can. */
export function problemOf(evaluators: number, costTokens: number, balanceTokens: number): string | null {
  if (evaluators < PRODUCT.assessorsMin) return profileAssessmentTexts.noEvaluator;
  return costTokens > balanceTokens ? profileAssessmentTexts.insufficient : null;
}
