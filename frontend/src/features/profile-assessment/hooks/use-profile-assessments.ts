import { type CurrentUser, evaluationGroupsRoutes, identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { polled } from '../../../lib/live/live-store';
import { useClearOnceSeen } from '../../../lib/live/use-clear-once-seen';
import { profileReads } from '../../../lib/query/own-reads';
import { useAct } from '../../../lib/query/use-act';
import { forget, useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { currentOf, type ProfileRound } from '../round-state';

export const useOwnRounds = (enabled = true) =>
  useRead(
    evaluationGroupsRoutes.listOwnGroups,
    { params: { userId: useUserId() } },
    { meta: polled, enabled, select: ({ groups }) => groups },
  );

export function useProfileAssessments(user: CurrentUser | undefined) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const query = useOwnRounds(user?.hasMadeFirstProfile === true);
  const [asking, setAsking] = useState<ProfileRound | null>(null);
  const [refundedTokens, setRefundedTokens] = useState<number | null>(null);
  const count = user?.generalNotifNumber ?? 0;
  const clearSoon = useClearOnceSeen('generalNotifNumber');
  const notifications = { count, see: () => count > 0 && clearSoon() };
  const ending = useAct(evaluationGroupsRoutes.endGroup, async ({ newTokenCount, refundedTokens: tokens }) => {
    patchCurrentUser(queryClient, userId, { tokenCount: newTokenCount });
    await forget(queryClient, ...profileReads);
    setAsking(null);
    if (tokens > 0) setRefundedTokens(tokens);
  });
  const rounds = query.data ?? [];
  /** Input of the call that ends a running round with a refund, or confirms a complete round. */
  const endOf = ({ groupId }: ProfileRound) => ({ params: { groupId }, body: { userId } });

  return {
    query,
    rounds,
    current: currentOf(rounds),
    notifications,
    refresh() {
      notifications.see();
      void forget(queryClient, ...profileReads, identityRoutes.getUser);
    },
    asking,
    refundedTokens,
    busy: ending.busy,
    problem: ending.error === null ? undefined : messageOf(ending.error),
    /** Asks before a running round ends: its end refunds tokens, but the assessors of the round are lost. */
    askToEnd(round: ProfileRound) {
      ending.reset();
      setAsking(round);
    },
    keep: () => setAsking(null),
    // After a failure the dialog stays open and shows the error.
    end: async () => asking && ending.run(endOf(asking)).catch(() => undefined),
    async confirm(round: ProfileRound) {
      try {
        await ending.run(endOf(round));
        toastStore.show({ text: profileAssessmentTexts.noted });
      } catch (error) {
        toastStore.show({ text: messageOf(error), tone: 'danger' });
      }
    },
    refundSeen: () => setRefundedTokens(null),
  };
}

export type ProfileAssessments = ReturnType<typeof useProfileAssessments>;
