const LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/** Excludes spaces, control and invisible characters, and characters with a meaning in a mail header. */
const LOCAL_PART = /^[^\s@<>()[\],;:\\"\p{C}]+$/u;
/** Domain as people type it. Some keyboards type `。` instead of a dot. */
const DOMAIN = /^[\p{L}\p{M}\p{N}._\-\u3002]+$/u;
const ASCII_DOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.[a-z0-9-]*[a-z][a-z0-9-]*$/;

/**
 * Returns the normalised address: local part in NFKC and lower case, domain in ASCII. Only this form is stored,
 * compared and mailed, so that two spellings mean one account. Returns undefined if the text is no address.
 */
export function normalisedEmail(typed: string): string | undefined {
  if (typed.length > LENGTH_MAX) return undefined;
  const written = typed.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = written.lastIndexOf('@');
  const local = written.slice(0, at);
  const domain = asciiDomainOf(written.slice(at + 1));
  if (at < 1 || at > LOCAL_PART_LENGTH_MAX || domain === undefined) return undefined;
  const email = `${local}@${domain}`;
  return email.length <= LENGTH_MAX && LOCAL_PART.test(local) && !local.includes('..') ? email : undefined;
}

function asciiDomainOf(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined;
  try {
    const ascii = new URL(`http://${domain}`).hostname;
    return ASCII_DOMAIN.test(ascii) ? ascii : undefined;
  } catch {
    return undefined;
  }
}

const REQUIREMENTS = [
  { name: 'at least 8 characters', holds: (password: string) => password.length >= 8 },
  { name: 'an uppercase letter', holds: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'a lowercase letter', holds: (password: string) => /\p{Ll}/u.test(password) },
  { name: 'a number', holds: (password: string) => /\p{Nd}/u.test(password) },
  { name: 'a special character', holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

export const PASSWORD_LENGTH_MAX = 128;

/** Sign-up does not require a number in the password, but a password reset does. */
export function missingFromSignUpPassword(password: string): string[] {
  return REQUIREMENTS.filter((rule) => rule.name !== 'a number' && !rule.holds(password)).map((rule) => rule.name);
}

export function missingFromResetPassword(password: string): string[] {
  return REQUIREMENTS.filter((rule) => !rule.holds(password)).map((rule) => rule.name);
}
