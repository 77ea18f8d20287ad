import { normalisedEmail } from '@candid/contracts';
import { invalid, TEXTS } from './refusals.js';

/** Providers that ignore dots in front of the @. */
const DOTLESS = new Set(['gmail.com', 'proton.me']);

/** Alternative domains of a provider: they lead to the same mailboxes as its main domain. */
const SAME_AS: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * The mailbox that a normalised address leads to: without a `+tag`, and without dots where the provider ignores them.
 * Use the result only to compare: mail goes to the address as the person gave it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const given = email.slice(at + 1);
  const domain = SAME_AS[given] ?? given;
  const whole = email.slice(0, at);
  const untagged = whole.split('+')[0] || whole;
  const local = DOTLESS.has(domain) ? untagged.replaceAll('.', '') : untagged;
  return `${local}@${domain}`;
}

/** Key for limits of mails per mailbox. Drops dots for all providers, because it is unknown which ones ignore dots. */
export function countedMailboxOf(email: string): string {
  const mailbox = mailboxOf(email);
  const at = mailbox.lastIndexOf('@');
  return `${mailbox.slice(0, at).replaceAll('.', '')}${mailbox.slice(at)}`;
}

/** @returns null for an empty input. @throws DomainError `VALIDATION_FAILED` for an invalid address */
export function validAddress(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null;
  const email = normalisedEmail(typed);
  if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
  return email;
}

/** Hides name and provider until support gives a reason to see the address: `o•••@c•••.example`. */
export function veiledEmail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const lastDot = domain.lastIndexOf('.');
  const ending = lastDot < 0 ? '' : domain.slice(lastDot);
  return `${firstOf(name)}•••@${firstOf(domain)}•••${ending}`;
}

const firstOf = ([first = '']: string): string => first;

/** Masks an address so that only its owner recognises it: `o***@candid.example`. */
export function maskedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.indexOf('@'))}`;
}
