/** Providers that ignore dots in front of the @. */
const DOTLESS = new Set(['gmail.com', 'proton.me']);
/** Other names of the same provider's mailboxes. */
const SAME_AS: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * The mailbox that a normalised address leads to: without a `+tag`, and without dots where the provider ignores them.
 * For comparison only: mail goes to the address as it was given.
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

/** The mailbox that a bound on mails counts: without dots at any provider, for who ignores them is not known. */
export function countedMailboxOf(email: string): string {
  const mailbox = mailboxOf(email);
  const at = mailbox.lastIndexOf('@');
  return `${mailbox.slice(0, at).replaceAll('.', '')}${mailbox.slice(at)}`;
}
