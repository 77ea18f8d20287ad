import { identitySupportRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type SupportAccount = Answer<typeof identitySupportRoutes.findAccounts>['accounts'][number];

/** Accounts whose e-mail address or id is, or begins with, `text`. */
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

/** The account with this id; null where there is none. */
export function useAccount(userId: string) {
  return useQuery({
    queryKey: queryKeys.support('account', userId),
    queryFn: async ({ signal }): Promise<SupportAccount | null> => {
      const { accounts } = await call(identitySupportRoutes.findAccounts, { query: { q: userId }, signal });
      return accounts.find((account) => account.userId === userId) ?? null;
    },
  });
}
