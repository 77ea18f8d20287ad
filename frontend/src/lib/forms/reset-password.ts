import { missingFromResetPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { authTexts } from '../texts/auth';

export interface ResetPasswordFields {
  password: string;
  confirmation: string;
}

/** What is wrong with a new password, in the product's words; an empty object when it may be sent. */
export function resetPasswordProblems({
  password,
  confirmation,
}: ResetPasswordFields): Partial<Record<keyof ResetPasswordFields, string>> {
  const problems: Partial<Record<keyof ResetPasswordFields, string>> = {};
  const missing = missingFromResetPassword(password);
  if (missing.length > 0) problems.password = authTexts.resetWeak(missing);
  else if (password.length > PASSWORD_LENGTH_MAX) problems.password = authTexts.passwordTooLong;
  if (password !== confirmation) problems.confirmation = authTexts.resetMismatch;
  return problems;
}
