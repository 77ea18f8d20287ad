import { identitySupportRoutes, supportAccountRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { orNull } from './or-null';
import { usePages } from './pages';

export type SupportAccount = Answer<typeof identitySupportRoutes.findAccounts>['accounts'][number];
export type AccountDetails = Answer<typeof supportAccountRoutes.getAccount>;

/** Accounts whose whole e-mail address, or the whole or the beginning of whose id, is `text`. */
export const useFoundAccounts = (text: string) =>
  usePages(
    ['accounts', text],
    ({ query, signal }) => call(identitySupportRoutes.findAccounts, { query: { q: text, ...query }, signal }),
    ({ accounts }) => accounts,
    text !== '',
  );

/** The account with this id; null where there is none, also for what is no id at all. */
export function useAccount(userId: string) {
  return useQuery({
    queryKey: queryKeys.support('account', userId),
    queryFn: ({ signal }) => orNull(call(supportAccountRoutes.getAccount, { params: { userId }, signal })),
  });
}

/** The whole address; who asked for it and why goes on record. */
export async function revealEmail(
  { userId, reason }: { userId: string; reason: string },
  idempotencyKey: string,
): Promise<string> {
  return (await call(supportAccountRoutes.revealAccount, { params: { userId }, body: { reason }, idempotencyKey }))
    .email;
}
