import { ApiError, messageOf } from '../../lib/api/errors';
import type { Refused } from '../../lib/outbox/outbox';
import { assessTexts } from '../../lib/texts/assess';

const { refusals } = assessTexts;

const wordsOf: Readonly<Record<string, string>> = {
  ALREADY_RATED: refusals.alreadyRated,
  ASSESSMENT_COMPLETE: refusals.over,
  NOT_FOUND: refusals.over,
};

/** Explains a refused submission to the assessor: what happened, what is safe and what to do next. */
export function refusalWords({ code, message }: Refused): string {
  return wordsOf[code] ?? message;
}

export function wordsOfError(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? refusalWords(error) : messageOf(error, otherwise);
}

const overCodes = new Set(['ALREADY_RATED', 'ASSESSMENT_COMPLETE', 'NOT_FOUND']);
const overStatuses = new Set([404, 410]);

/** True if this assessment accepts no more submissions from this assessor. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && (overCodes.has(error.code) || overStatuses.has(error.status));
}
