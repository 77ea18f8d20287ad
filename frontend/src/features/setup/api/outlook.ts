import { assessmentsRoutes } from '@candid/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

/** What an assessment of so many assessors is likely to take; the last answer stays until the next one arrives. */
export function useAssessmentOutlook(userId: string, testLimit: number) {
  return useQuery({
    queryKey: queryKeys.assessmentOutlook(testLimit),
    queryFn: async ({ signal }) => {
      const { success: _, ...outlook } = await call(assessmentsRoutes.getAssessmentOutlook, {
        params: { userId },
        query: { testLimit },
        signal,
      });
      return outlook;
    },
    // The owner may have just named an audience.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
