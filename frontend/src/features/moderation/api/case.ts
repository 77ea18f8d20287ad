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

async function shownOrNull(asked: Promise<{ case: ShownCase }>): Promise<ShownCase | null> {
  try {
    return (await asked).case;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'VALIDATION_FAILED')) return null;
    throw error;
  }
}
