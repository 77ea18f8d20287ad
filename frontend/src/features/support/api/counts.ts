import {
  belongsToStaff,
  moderationRoutes,
  type Role,
  supportCorrectionsRoutes,
  supportDeadLettersRoutes,
} from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { everyMs } from '../../../lib/query/query-client';

/** What waits on a page; `isMore` if there is more than the server counts at once. */
export interface WaitingCount {
  readonly count: number;
  readonly isMore: boolean;
}

const refetchMs = 60_000;
const countedMax = 100;

const counted = (rows: readonly unknown[], nextCursor: string | null): WaitingCount => ({
  count: rows.length,
  isMore: nextCursor !== null,
});

/**
 * Counts by the address of their page, of the pages that these roles may open. Feedback has none: nothing says which messages
 * were answered, and the audit log records each reading of them.
 */
export function useWaitingCounts(roles: readonly Role[]): Readonly<Record<string, WaitingCount | undefined>> {
  const isSupport = belongsToStaff('support', roles);
  const corrections = useCount('corrections', isSupport, async (signal) => {
    const query = { state: 'waiting', limit: countedMax } as const;
    const answer = await call(supportCorrectionsRoutes.listCorrections, { query, signal });
    return counted(answer.corrections, answer.nextCursor);
  });
  const letters = useCount('dead-letters', isSupport, async (signal) => {
    const answer = await call(supportDeadLettersRoutes.listDeadLetters, { query: { limit: countedMax }, signal });
    return counted(answer.letters, answer.nextCursor);
  });
  const cases = useCount('moderation', belongsToStaff('moderator', roles), async (signal) => {
    const query = { status: 'waiting', limit: 1 } as const;
    const { waiting } = await call(moderationRoutes.listCases, { query, signal });
    return { count: waiting, isMore: false };
  });
  return { '/support/corrections': corrections, '/support/dead-letters': letters, '/support/moderation': cases };
}

type Count = (signal: AbortSignal) => Promise<WaitingCount>;

/** Below the key of the page's own data, so that an act on the page counts anew. */
function useCount(page: string, enabled: boolean, count: Count): WaitingCount | undefined {
  return useQuery({
    queryKey: queryKeys.support(page, 'count'),
    queryFn: ({ signal }) => count(signal),
    ...everyMs(refetchMs),
    enabled,
  }).data;
}
