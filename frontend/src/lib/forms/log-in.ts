import { authTexts } from '../texts/auth';

export interface LogInFields {
  email: string;
  password: string;
}

/** Log-in checks only that both fields are there; the first missing one is named. */
export function logInProblem(fields: LogInFields): { field: keyof LogInFields; message: string } | null {
  if (fields.email.trim() === '') return { field: 'email', message: authTexts.emailMissing };
  return fields.password === '' ? { field: 'password', message: authTexts.passwordMissing } : null;
}
