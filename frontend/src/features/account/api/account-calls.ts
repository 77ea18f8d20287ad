import { identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export async function logOut(): Promise<void> {
  await call(identityRoutes.logOut, {});
}

export async function sendFeedback(
  input: { email: string | undefined; feedback: string },
  idempotencyKey: string,
): Promise<string> {
  return (await call(identityRoutes.sendFeedback, { body: input, idempotencyKey })).message;
}
