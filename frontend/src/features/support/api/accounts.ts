import { identitySupportRoutes, supportAccountRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type SupportAccount = Answer<typeof identitySupportRoutes.findAccounts>['accounts'][number];
export type AccountDetails = Answer<typeof supportAccountRoutes.getAccount>;

/** Accounts whose whole e-mail address, or the whole or the beginning of whose id, is `text`. */
export function useFoundAccounts(text: string) {
  return usePages(
    ['accounts', text],
    async ({ query, signal }) => {
      const page = await call(identitySupportRoutes.findAccounts, { query: { q: text, ...query }, signal });
      return { rows: page.accounts, nextCursor: page.nextCursor };
    },
    text !== '',
  );
}

/** The account with this id; null where there is none, also for what is no id at all. */
export function useAccount(userId: string) {
  return useQuery({
    queryKey: queryKeys.support('account', userId),
    queryFn: ({ signal }): Promise<AccountDetails | null> =>
      call(supportAccountRoutes.getAccount, { params: { userId }, signal }).catch((error) => {
        if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
        throw error;
      }),
  });
}

/** The whole address; who asked for it and why goes on record. */
export async function revealEmail(
  { userId, reason }: { userId: string; reason: string },
  idempotencyKey: string,
): Promise<string> {
  const answer = await call(supportAccountRoutes.revealAccount, {
    params: { userId },
    body: { reason },
    idempotencyKey,
  });
  return answer.email;
}
