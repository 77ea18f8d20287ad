import { moderationRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

export type ReportFigures = Answer<typeof moderationRoutes.transparencyReport>['report'];

/** Figures for the UTC days from `from` (inclusive) to `to` (exclusive). */
export function useReportFigures(from: string, to: string) {
  return useQuery({
    queryKey: queryKeys.support('moderation', 'report', from, to),
    queryFn: async ({ signal }) =>
      (await call(moderationRoutes.transparencyReport, { query: { from, to }, signal })).report,
    enabled: from < to,
  });
}
