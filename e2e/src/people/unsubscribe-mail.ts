import type { Person } from '@candid/testing';

/** Waits for a fitting mail with an unsubscribe link and returns the token of the newest one. */
export async function unsubscribeTokenOf(person: Person, fits = (_text: string): boolean => true): Promise<string> {
  const mail = await person.mail((text) => text.includes('/unsubscribe?token=') && fits(text));
  return /\/unsubscribe\?token=(\S+)/.exec(mail)![1]!;
}
