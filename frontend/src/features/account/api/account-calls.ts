import { accountRoutes, identityRoutes } from '@candid/contracts';
import { call, callWithPassword } from '../../../lib/api/call';
import { deviceStorage } from '../../../lib/outbox/outbox';

export async function logOut(): Promise<void> {
  await call(identityRoutes.logOut, {});
}

export async function sendFeedback(
  input: { email: string | undefined; feedback: string },
  idempotencyKey: string,
): Promise<string> {
  return (await call(identityRoutes.sendFeedback, { body: input, idempotencyKey })).message;
}

export interface DeletedAccount {
  readonly userId: string;
  /** ISO 8601: when what is left of the person becomes unreadable. */
  readonly deletionDate: string;
}

/** Deletes the account at once. */
export async function deleteAccount(userId: string, password: string): Promise<DeletedAccount> {
  const answer = await callWithPassword(accountRoutes.deleteAccount, { body: { password } });
  // The account is gone whether or not this browser lets go of what it kept.
  await forgetUnsent(userId).catch(() => undefined);
  return { userId, deletionDate: answer.deletionDate };
}

/** What a person submitted on this device and was never sent: nobody is left to send it for. */
async function forgetUnsent(userId: string): Promise<void> {
  const storage = deviceStorage();
  const own = (await storage.all()).filter((entry) => entry.userId === userId);
  await Promise.all(own.map((entry) => storage.remove(entry.idempotencyKey)));
}
