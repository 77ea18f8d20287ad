import { missingFromSignUpPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { authTexts } from '../texts/auth';
import { isEmail } from './email';

export interface SignUpFields {
  email: string;
  confirmEmail: string;
  password: string;
  confirmPassword: string;
  phoneNumber: string;
  signupCode: string;
  confirmAdult: boolean;
}

/** What is wrong with each field, in the product's words; an empty object when the form may be sent. */
export function signUpProblems(fields: SignUpFields): Partial<Record<keyof SignUpFields, string>> {
  const problems: Partial<Record<keyof SignUpFields, string>> = {};
  if (!isEmail(fields.email)) problems.email = authTexts.invalidEmail;
  if (fields.confirmEmail !== fields.email) problems.confirmEmail = authTexts.emailMismatch;
  if (missingFromSignUpPassword(fields.password).length > 0 || fields.password.length > PASSWORD_LENGTH_MAX) {
    problems.password = authTexts.weakPassword;
  }
  if (fields.confirmPassword !== fields.password) problems.confirmPassword = authTexts.passwordMismatch;
  if (fields.signupCode.trim() === '') problems.signupCode = authTexts.codeMissing;
  if (!fields.confirmAdult) problems.confirmAdult = authTexts.adultMissing;
  return problems;
}
