import { authTexts } from '../texts/auth';

/** Log-in checks only that both fields are there; the first missing one is named. */
export function logInProblem(fields: { email: string; password: string }): string | null {
  if (fields.email.trim() === '') return authTexts.emailMissing;
  return fields.password === '' ? authTexts.passwordMissing : null;
}
