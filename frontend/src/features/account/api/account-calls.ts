import { accountRoutes, identityRoutes } from '@candid/contracts';
import { call, callWithPassword } from '../../../lib/api/call';
import { deviceStorage } from '../../../lib/outbox/outbox';
import { sessionStore } from '../../../lib/session/session-store';

export async function logOut(): Promise<void> {
  await call(identityRoutes.logOut, {});
}

export async function sendFeedback(
  input: { email: string | undefined; feedback: string },
  idempotencyKey: string,
): Promise<string> {
  return (await call(identityRoutes.sendFeedback, { body: input, idempotencyKey })).message;
}

/** Deletes the account at once, and what this browser has of the person. */
export async function deleteAccount(userId: string, password: string): Promise<void> {
  const { deletionDate } = await callWithPassword(accountRoutes.deleteAccount, { body: { password } });
  // The account is gone whether or not this browser lets go of what it kept.
  await forgetUnsent(userId).catch(() => undefined);
  sessionStore.forgetPerson(userId, deletionDate);
}

/** What a person submitted on this device and was never sent: nobody is left to send it for. */
async function forgetUnsent(userId: string): Promise<void> {
  const storage = deviceStorage();
  const own = (await storage.all()).filter((entry) => entry.userId === userId);
  await Promise.all(own.map((entry) => storage.remove(entry.idempotencyKey)));
}
