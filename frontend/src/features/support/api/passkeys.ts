import { identitySupportRoutes as routes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type Passkey = Answer<typeof routes.listPasskeys>['passkeys'][number];
export type AddedPasskey = Answer<typeof routes.addPasskey>;

interface Revoked {
  name: string;
  reason: string;
}

export function usePasskeys() {
  return useQuery({
    queryKey: queryKeys.support('passkeys'),
    queryFn: async ({ signal }) => (await call(routes.listPasskeys, { signal })).passkeys,
  });
}

/** The answer is the only one that ever has the secret. */
export function addPasskey(body: { name: string; reason?: string }, idempotencyKey: string): Promise<AddedPasskey> {
  return call(routes.addPasskey, { body, idempotencyKey });
}

export async function revokePasskey({ name, reason }: Revoked, idempotencyKey: string): Promise<Passkey> {
  return (await call(routes.revokePasskey, { params: { name }, body: { reason }, idempotencyKey })).passkey;
}

type ShownBatch = Answer<typeof routes.getPasskeyBatch>;
export type PasskeyBatch = ShownBatch['batch'];
export type PersonalPasskey = ShownBatch['passkeys'][number];
export type MadeBatch = Answer<typeof routes.addPasskeyBatch>;

export const usePasskeyBatches = () =>
  usePages(
    ['passkey-batches'],
    (asked) => call(routes.listPasskeyBatches, asked),
    ({ batches }) => batches,
  );

export function usePasskeyBatch(name: string) {
  return useQuery({
    queryKey: queryKeys.support('passkey-batches', name),
    queryFn: ({ signal }) => call(routes.getPasskeyBatch, { params: { name }, signal }),
  });
}

/** The answer is the only one that ever has the secrets. */
export function addPasskeyBatch(
  body: { name: string; count: number; validDays: number; reason: string },
  idempotencyKey: string,
): Promise<MadeBatch> {
  return call(routes.addPasskeyBatch, { body, idempotencyKey });
}

export function revokePasskeyBatch({ name, reason }: Revoked, idempotencyKey: string): Promise<ShownBatch> {
  return call(routes.revokePasskeyBatch, { params: { name }, body: { reason }, idempotencyKey });
}

export async function revokePersonalPasskey({ name, reason }: Revoked, idempotencyKey: string): Promise<void> {
  await call(routes.revokePersonalPasskey, { params: { name }, body: { reason }, idempotencyKey });
}
