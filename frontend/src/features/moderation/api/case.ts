import { moderationRoutes } from '@candid/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';

export type ShownCase = Answer<typeof moderationRoutes.getCase>['case'];
export type CaseDecision = ShownCase['decisions'][number];
export type CaseReport = ShownCase['detail'][number];
export type CasePhoto = ShownCase['photos'][number];

export const caseKey = (caseId: string) => queryKeys.support('moderation', 'case', caseId);

/** The case; null for an unknown or malformed id. Never polled, because the server records every view of a case. */
export function useCase(caseId: string) {
  return useQuery({
    queryKey: caseKey(caseId),
    queryFn: ({ signal }) => shownOrNull(call(moderationRoutes.getCase, { params: { caseId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** Evidence that was passed on. Refetched only after an error or a failed picture: the server records every view. */
export function useEvidence(caseId: string) {
  return useQuery({
    queryKey: queryKeys.support('evidence', caseId),
    queryFn: ({ signal }) => shownOrNull(call(moderationRoutes.getEvidence, { params: { caseId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Further pages of the case's reports, each read only when it is asked for: the server records every view. */
export function useMoreReports({ caseId, nextReports, isUnderLegalHold: isEvidence }: ShownCase) {
  const route = isEvidence ? moderationRoutes.getEvidence : moderationRoutes.getCase;
  const pages = useInfiniteQuery({
    queryKey: queryKeys.support(isEvidence ? 'evidence' : 'moderation', 'reports', caseId, nextReports ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call(route, { params: { caseId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: nextReports,
    getNextPageParam: ({ case: page }) => page.nextReports,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const more = pages.data?.pages.map((page) => page.case) ?? [];
  return {
    more,
    hasMore: pages.data ? pages.hasNextPage : nextReports !== null,
    isLoadingMore: pages.isFetching,
    hasFailed: pages.isError,
    showMore: () => void pages.fetchNextPage(),
  };
}

async function shownOrNull(asked: Promise<{ case: ShownCase }>): Promise<ShownCase | null> {
  try {
    return (await asked).case;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
    throw error;
  }
}
