import { identityRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export async function approveAssessor(passkey: string, idempotencyKey: string): Promise<string> {
  return (await call(identityRoutes.approveAssessor, { body: { passkey }, idempotencyKey })).assessorToken;
}
