import { missingFromResetPassword, PASSWORD_LENGTH_MAX } from '@candid/contracts';
import type { FieldValues, Resolver } from 'react-hook-form';
import { authTexts } from '../../lib/texts/auth';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

export function newPasswordProblem(password: string): string | undefined {
  const missing = missingFromResetPassword(password);
  if (missing.length > 0) return authTexts.resetWeak(missing);
  return password.length > PASSWORD_LENGTH_MAX ? authTexts.passwordTooLong : undefined;
}

/** Lets one function return all problems of a form's fields, in the product's words. */
export function rulesResolver<Fields extends FieldValues>(
  problemsOf: (fields: Fields) => Partial<Record<keyof Fields, string>>,
): Resolver<Fields> {
  return (values) => {
    const problems = Object.entries(problemsOf(values)) as [string, string][];
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }]));
    return { values: {}, errors: errors as never };
  };
}
