import { linkedAccountsRoutes as routes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type LinkedGroup = Answer<typeof routes.listLinkedAccounts>['groups'][number];

export const useLinkedAccounts = () =>
  usePages(
    ['linked-accounts'],
    (asked) => call(routes.listLinkedAccounts, asked),
    ({ groups }) => groups,
  );

export function useLinksOf(userId: string) {
  return useQuery({
    queryKey: queryKeys.support('linked-accounts', userId),
    queryFn: async ({ signal }) => (await call(routes.getLinkedAccounts, { params: { userId }, signal })).groups,
  });
}
