import { assessmentSettingsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

/** `difference` in assessors, negative for fewer. Answers the balance in tokens after it. */
export async function updateAssessment(
  body: { photoId: string; difference: number; isRatingChecked?: boolean; isCommentsChecked?: boolean },
  idempotencyKey: string,
): Promise<number> {
  return (await call(assessmentSettingsRoutes.updateAssessment, { body, idempotencyKey })).remainingTokens;
}
