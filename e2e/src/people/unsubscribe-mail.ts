import type { Person } from '@candid/testing';

/** The token in the newest mail that can be switched off and fits; waits for it. */
export async function unsubscribeTokenOf(person: Person, fits = (_text: string): boolean => true): Promise<string> {
  const mail = await person.mail((text) => text.includes('/unsubscribe?token=') && fits(text));
  return /\/unsubscribe\?token=(\S+)/.exec(mail)![1]!;
}
