import { type CommentChoice, evaluationGroupsRoutes } from '@candid/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { polled } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export type ProfileRound = Answer<typeof evaluationGroupsRoutes.listOwnGroups>['groups'][number];

export const ownRoundsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.ownRounds(),
    meta: polled,
    queryFn: async ({ signal }) =>
      (await call(evaluationGroupsRoutes.listOwnGroups, { params: { userId }, signal })).groups,
  });

/** The person's profile assessments, newest first; polled while the live stream is down. */
export function useOwnRounds(enabled = true) {
  const userId = useUserId();
  return useQuery({ ...ownRoundsQuery(userId), enabled });
}

export interface WantedRound {
  readonly userId: string;
  /** The round to change, or to be followed by another; null for a profile that nobody has assessed. */
  readonly groupId: string | null;
  /** Whether a round ran when it was asked for: the news of its start may come before the answer. */
  readonly startsRound: boolean;
  readonly photoIds: readonly string[];
  readonly evaluatorsCount: number;
  readonly commentsSelected: readonly CommentChoice[];
}

export interface AcceptedRound {
  readonly groupId: string;
  /** In minutes. */
  readonly estimatedTime: number;
  readonly newTokenCount: number;
}

export async function submitRound(wanted: WantedRound, idempotencyKey: string): Promise<AcceptedRound> {
  const { groupId, userId, evaluatorsCount } = wanted;
  const photoIds = [...wanted.photoIds];
  const body = { userId, photoIds, evaluatorsCount, commentsSelected: [...wanted.commentsSelected] };
  if (groupId === null) return call(evaluationGroupsRoutes.requestGroup, { body, idempotencyKey });
  return call(evaluationGroupsRoutes.changeGroup, { params: { groupId }, body, idempotencyKey });
}

export interface EndedRound {
  readonly newTokenCount: number;
  readonly refundedTokens: number;
}

/** Ends what runs, with a refund, or takes note of what is complete. */
export async function endRound(
  { groupId, userId }: { groupId: string; userId: string },
  idempotencyKey: string,
): Promise<EndedRound> {
  return call(evaluationGroupsRoutes.endGroup, { params: { groupId }, body: { userId }, idempotencyKey });
}
