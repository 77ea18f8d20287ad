import { ApiError } from '../../../lib/api/errors';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';

/** The server's own words where it has answered with a refusal. */
export function submitMessageOf(error: unknown): string {
  const refused = error instanceof ApiError && error.status > 0 && error.code !== 'UNREADABLE';
  return refused ? error.message : profileAssessmentTexts.failed;
}
