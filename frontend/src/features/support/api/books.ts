import { supportLedgerRoutes, supportRoutes } from '@candid/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type TrialBalance = Answer<typeof supportRoutes.trialBalance>;
export type Reconciliation = Answer<typeof supportLedgerRoutes.reconcile>;
export type ReconciliationRun = Answer<typeof supportLedgerRoutes.listReconciliations>['runs'][number];
export type LedgerVerification = Answer<typeof supportLedgerRoutes.verifyLedger>;

/** Of every account; with `asOf`, what was booked by the end of that day (UTC). */
export function useTrialBalance(asOf: string) {
  return useQuery({
    queryKey: queryKeys.support('trial-balance', asOf),
    queryFn: ({ signal }) => call(supportRoutes.trialBalance, { query: asOf ? { asOf } : {}, signal }),
    placeholderData: keepPreviousData,
  });
}

// Both read the whole ledger: only when asked for, and kept until asked for again.
const onDemand = { enabled: false, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function useReconciliation() {
  return useQuery({
    ...onDemand,
    queryKey: queryKeys.support('reconciliation'),
    queryFn: ({ signal }) => call(supportLedgerRoutes.reconcile, { signal }),
  });
}

export function useLedgerVerification() {
  return useQuery({
    ...onDemand,
    queryKey: queryKeys.support('ledger-verification'),
    queryFn: ({ signal }) => call(supportLedgerRoutes.verifyLedger, { signal }),
  });
}

/** Runs that were kept, newest first. */
export const useReconciliationRuns = () =>
  usePages(
    ['reconciliations'],
    (asked) => call(supportLedgerRoutes.listReconciliations, asked),
    ({ runs }) => runs,
  );
