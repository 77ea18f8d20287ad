import { linkedAccountsRoutes as routes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type LinkedGroup = Answer<typeof routes.listLinkedAccounts>['groups'][number];

export function useLinkedAccounts() {
  return usePages(['linked-accounts'], async (asked) => {
    const page = await call(routes.listLinkedAccounts, asked);
    return { rows: page.groups, nextCursor: page.nextCursor };
  });
}

export function useLinksOf(userId: string) {
  return useQuery({
    queryKey: queryKeys.support('linked-accounts', userId),
    queryFn: async ({ signal }) => (await call(routes.getLinkedAccounts, { params: { userId }, signal })).groups,
  });
}
