import { normalisedEmail } from '@candid/contracts';
import { invalid, TEXTS } from '../refusals.js';

/** @returns null for an empty input. @throws DomainError `VALIDATION_FAILED` for an invalid address */
export function validAddress(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null;
  const email = normalisedEmail(typed);
  if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
  return email;
}
