import { moderationRoutes } from '@candid/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../lib/api/call';
import { everyMs } from '../../lib/query/query-client';
import { usePages } from '../../lib/query/use-pages';
import { keyOf, useReadOrNull } from '../../lib/query/use-read';
import type { QueueFilter } from './filter';

export type ShownCase = Answer<typeof moderationRoutes.getCase>['case'];
export type CaseDecision = ShownCase['decisions'][number];
export type CaseReport = ShownCase['detail'][number];
export type CasePhoto = ShownCase['photos'][number];
export type QueuedCase = Answer<typeof moderationRoutes.listCases>['cases'][number];

const refetchMs = 15_000;
const casesPerPage = 100;

/** Matching cases in the server's order: if they wait, the most severe first, then by due time. Polled every 15 s while the page is visible. */
export const useQueue = (filter: QueueFilter) =>
  usePages(
    moderationRoutes.listCases,
    { query: { ...filter, limit: casesPerPage } },
    ({ cases }) => cases,
    everyMs(refetchMs),
  );

/** The case; null for an unknown or malformed id. Never polled, because the server records every view of a case. */
export const useCase = (caseId: string) =>
  useReadOrNull(
    moderationRoutes.getCase,
    { params: { caseId } },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' },
  );

/** Evidence that was passed on. Refetched only after an error or a failed picture: the server records every view. */
export const useEvidence = (caseId: string) =>
  useReadOrNull(
    moderationRoutes.getEvidence,
    { params: { caseId } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );

/** Further pages of the case's reports, fetched only on request, because the server records every view. */
export function useMoreReports({ caseId, nextReports, isUnderLegalHold: isEvidence }: ShownCase) {
  const route = isEvidence ? moderationRoutes.getEvidence : moderationRoutes.getCase;
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(route, { params: { caseId }, query: { cursor: nextReports ?? '' } }), 'reports'],
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
