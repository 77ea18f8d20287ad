import type { Person } from '@candid/testing';

/** Waits for a reset mail and returns the link in the newest one. */
export async function resetLinkOf(person: Person): Promise<URL> {
  const mail = await person.mail((text) => text.includes('/reset-password?'));
  return new URL(/https?:\S+\/reset-password\?\S+/.exec(mail)?.[0] ?? '');
}

export async function resetTokenOf(person: Person): Promise<string> {
  return (await resetLinkOf(person)).searchParams.get('token') ?? '';
}
