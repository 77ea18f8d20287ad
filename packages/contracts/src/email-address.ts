const LENGTH_MAX = 254;
const LOCAL_PART_LENGTH_MAX = 64;

/** No spaces, no control or invisible characters, and none that mean something to a mail header. */
const FORM = /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+\.[^\s@<>()[\],;:\\".\p{C}]+$/u;

/**
 * The one form in which an address is stored, compared and written to: two ways of typing an address are one account,
 * and a code for an address only ever goes to that address.
 * @returns undefined for what is no address
 */
export function normalisedEmail(typed: string): string | undefined {
  if (typed.length > LENGTH_MAX) return undefined;
  const email = typed.trim().normalize('NFKC').toLowerCase();
  if (email.length > LENGTH_MAX || email.indexOf('@') > LOCAL_PART_LENGTH_MAX) return undefined;
  return FORM.test(email) && !email.includes('..') ? email : undefined;
}
