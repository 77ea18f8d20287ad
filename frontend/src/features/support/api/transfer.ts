import { supportLedgerRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';

export type TransferTrace = Answer<typeof supportLedgerRoutes.getTransfer>;

/** The transfer with this id; null where there is none, also for what is no id at all. */
export function useTransfer(transferId: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.support('transfer', transferId),
    queryFn: ({ signal }): Promise<TransferTrace | null> =>
      call(supportLedgerRoutes.getTransfer, { params: { transferId: transferId }, signal }).catch((error) => {
        if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
        throw error;
      }),
    enabled,
  });
}
