import { supportLedgerRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { orNull } from './or-null';

export type TransferTrace = Answer<typeof supportLedgerRoutes.getTransfer>;

/** The transfer with this id; null where there is none, also for what is no id at all. */
export function useTransfer(transferId: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.support('transfer', transferId),
    queryFn: ({ signal }) => orNull(call(supportLedgerRoutes.getTransfer, { params: { transferId }, signal })),
    enabled,
  });
}
