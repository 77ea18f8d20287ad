/** The requirements in the product text's own words. */
const REQUIREMENTS = [
  { name: 'at least 8 characters', holds: (password: string) => password.length >= 8 },
  { name: 'an uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'a lowercase letter', holds: (password: string) => /\p{Ll}/u.test(password) },
  { name: 'a number', holds: (password: string) => /\p{Nd}/u.test(password) },
  { name: 'a special character', holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

export const PASSWORD_LENGTH_MAX = 128;

/** Sign-up asks for all but the number; the reset asks for the number too (decision 1.3). */
export function missingFromSignUpPassword(password: string): string[] {
  return REQUIREMENTS.filter((rule) => rule.name !== 'a number' && !rule.holds(password)).map((rule) => rule.name);
}

export function missingFromResetPassword(password: string): string[] {
  return REQUIREMENTS.filter((rule) => !rule.holds(password)).map((rule) => rule.name);
}
