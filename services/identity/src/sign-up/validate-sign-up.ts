import { type FieldIssue, missingFromSignUpPassword, normalisedEmail, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { invalid, TEXTS } from '../refusals.js';

export interface SignUpForm {
  email: string;
  password: string;
  phoneNumber?: string | undefined;
}

export interface ValidSignUp {
  email: string;
  password: string;
  phoneNumber: string | null;
}

const PHONE_NUMBER = /^\+?[\d ()./-]{3,31}$/;

/** @throws DomainError `VALIDATION_FAILED` naming every wrong field */
export function validateSignUp(form: SignUpForm): ValidSignUp {
  const email = normalisedEmail(form.email);
  const phoneNumber = form.phoneNumber?.trim() || null;
  const issues: FieldIssue[] = [];
  if (email === undefined) issues.push({ field: 'email', message: TEXTS.email });
  if (form.password.length > PASSWORD_LENGTH_MAX) issues.push({ field: 'password', message: TEXTS.passwordTooLong });
  else if (missingFromSignUpPassword(form.password).length > 0)
    issues.push({ field: 'password', message: TEXTS.password });
  if (phoneNumber !== null && !PHONE_NUMBER.test(phoneNumber))
    issues.push({ field: 'phoneNumber', message: TEXTS.phoneNumber });
  if (email === undefined || issues.length > 0) throw invalid(issues);
  return { email, password: form.password, phoneNumber };
}
