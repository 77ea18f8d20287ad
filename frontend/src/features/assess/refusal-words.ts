import { ApiError, messageOf } from '../../lib/api/errors';
import type { Refused } from '../../lib/outbox/outbox';
import { assessTexts } from '../../lib/texts/assess';

const { refusals } = assessTexts;

const wordsOf: Readonly<Record<string, string>> = {
  ALREADY_RATED: refusals.alreadyRated,
  ASSESSMENT_COMPLETE: refusals.over,
  NOT_FOUND: refusals.over,
};

/** What a refused submission means for who made it: what happened, what is safe, what to do. */
export function refusalWords({ code, message }: Refused): string {
  return wordsOf[code] ?? message;
}

export function wordsOfError(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? refusalWords(error) : messageOf(error, otherwise);
}

const overCodes = new Set(['ALREADY_RATED', 'ASSESSMENT_COMPLETE', 'NOT_FOUND']);
const overStatuses = new Set([404, 410]);

/** This assessment takes no submission from this assessor any more. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && (overCodes.has(error.code) || overStatuses.has(error.status));
}
