import { missingFromResetPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import { invalid, TEXTS } from './refusals.js';

/** @throws DomainError `VALIDATION_FAILED` naming everything the password lacks */
export function validateNewPassword(newPassword: string): void {
  const refuse = (message: string) => invalid([{ field: 'newPassword', message }]);
  if (newPassword.length > PASSWORD_LENGTH_MAX) throw refuse(TEXTS.passwordTooLong);
  const missing = missingFromResetPassword(newPassword);
  if (missing.length > 0) throw refuse(TEXTS.passwordLacks(missing));
}
