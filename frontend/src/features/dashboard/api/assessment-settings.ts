import { assessmentSettingsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface AssessmentChange {
  readonly photoId: string;
  /** In assessors, negative for fewer. */
  readonly difference: number;
  readonly isRatingChecked?: boolean;
  readonly isCommentsChecked?: boolean;
}

/** Answers the balance in tokens after it. */
export async function updateAssessment(body: AssessmentChange, idempotencyKey: string): Promise<number> {
  return (await call(assessmentSettingsRoutes.updateAssessment, { body, idempotencyKey })).remainingTokens;
}
