import { supportLedgerRoutes } from '@candid/contracts';
import { type Answer, call } from '../../../lib/api/call';
import type { StatementFilters } from '../hooks/statement-filters';
import { usePages } from './pages';

export type AccountEntry = Answer<typeof supportLedgerRoutes.getAccountStatement>['entries'][number];

export function useAccountStatement(userId: string, filters: StatementFilters) {
  const { code = '', from = '', to = '' } = filters;
  return usePages(['statement', userId, code, from, to], async ({ query, signal }) => {
    const page = await call(supportLedgerRoutes.getAccountStatement, {
      params: { userId: userId },
      query: { ...query, ...filters },
      signal,
    });
    return { rows: page.entries, nextCursor: page.nextCursor };
  });
}
