import { supportCorrectionsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';
import { usePages } from './pages';

export type Correction = Answer<typeof supportCorrectionsRoutes.requestCorrection>['correction'];

export interface CorrectionRequest {
  readonly userId: string;
  /** Whole tokens; negative takes back. */
  readonly amount: number;
  readonly reason: string;
  readonly ticket?: string;
  /** The transfer that it corrects. */
  readonly corrects?: string;
}

/** Booked at once, or waiting for a second person above the amount that is set for that. */
export async function requestCorrection(body: CorrectionRequest, idempotencyKey: string): Promise<Correction> {
  return (await call(supportCorrectionsRoutes.requestCorrection, { body, idempotencyKey })).correction;
}

export async function decideCorrection(
  { correctionId, reason, approve }: { correctionId: string; reason: string; approve: boolean },
  idempotencyKey: string,
): Promise<Correction> {
  const route = approve ? supportCorrectionsRoutes.approveCorrection : supportCorrectionsRoutes.rejectCorrection;
  return (await call(route, { params: { correctionId }, body: { reason }, idempotencyKey })).correction;
}

export const useCorrections = () =>
  usePages(
    ['corrections'],
    (asked) => call(supportCorrectionsRoutes.listCorrections, asked),
    ({ corrections }) => corrections,
  );

/** The amount in tokens above which a second person has to approve. */
export function useApprovalAbove() {
  return useQuery({
    queryKey: queryKeys.support('approval-above'),
    queryFn: async ({ signal }) =>
      (await call(supportCorrectionsRoutes.listCorrections, { query: { limit: 1 }, signal })).approvalAbove,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
