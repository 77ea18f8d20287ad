import { moderationRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';

export type ShownCase = Answer<typeof moderationRoutes.getCase>['case'];
export type CaseDecision = ShownCase['decisions'][number];
export type CaseReport = ShownCase['detail'][number];
export type CasePhoto = ShownCase['photos'][number];

export const caseKey = (caseId: string) => queryKeys.support('moderation', 'case', caseId);

/** Null if there is no such case, also for what is no id at all. The queue tells when it changes: each look goes on record. */
export function useCase(caseId: string) {
  return useQuery({
    queryKey: caseKey(caseId),
    queryFn: ({ signal }) => shownOrNull(call(moderationRoutes.getCase, { params: { caseId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** What was passed on. Each time it is asked for goes on record, so that it is asked for once. */
export function useEvidence(caseId: string) {
  return useQuery({
    queryKey: queryKeys.support('evidence', caseId),
    queryFn: ({ signal }) => shownOrNull(call(moderationRoutes.getEvidence, { params: { caseId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function shownOrNull(asked: Promise<{ case: ShownCase }>): Promise<ShownCase | null> {
  try {
    return (await asked).case;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
    throw error;
  }
}
