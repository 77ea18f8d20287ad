import type { CurrentUser } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { useUserId } from '../../../lib/session/use-session';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { useGeneralNotifications } from '../api/notifications';
import { endRound, type ProfileRound, useOwnRounds } from '../api/rounds';
import { currentOf } from '../round-state';

/** The person's profile assessments, and what can be done with one that runs. */
export function useProfileAssessments(user: CurrentUser | undefined) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const query = useOwnRounds(user?.hasMadeFirstProfile === true);
  const [asking, setAsking] = useState<ProfileRound | null>(null);
  const [refundedTokens, setRefundedTokens] = useState<number | null>(null);
  const notifications = useGeneralNotifications(user?.generalNotifNumber ?? 0);
  const ending = useAction(endRound, async ({ newTokenCount, refundedTokens: tokens }) => {
    patchCurrentUser(queryClient, userId, { tokenCount: newTokenCount });
    await queryClient.invalidateQueries({ queryKey: queryKeys.profileAssessments() });
    setAsking(null);
    if (tokens > 0) setRefundedTokens(tokens);
  });
  const rounds = query.data ?? [];

  return {
    query,
    rounds,
    current: currentOf(rounds),
    notifications,
    refresh() {
      notifications.see();
      void queryClient.invalidateQueries({ queryKey: queryKeys.profileAssessments() });
      void queryClient.invalidateQueries({ queryKey: queryKeys.user(userId) });
    },
    asking,
    refundedTokens,
    busy: ending.busy,
    problem: ending.error === null ? undefined : messageOf(ending.error),
    /** A running one is asked about first: the tokens come back, the assessors do not. */
    askToEnd(round: ProfileRound) {
      ending.reset();
      setAsking(round);
    },
    keep: () => setAsking(null),
    // After a failure the dialog stays open and says what happened.
    end: async () => asking && ending.run({ groupId: asking.groupId, userId }).catch(() => undefined),
    async confirm({ groupId }: ProfileRound) {
      try {
        await ending.run({ groupId, userId });
        toastStore.show({ text: profileAssessmentTexts.noted });
      } catch (error) {
        toastStore.show({ text: messageOf(error), tone: 'danger' });
      }
    },
    refundSeen: () => setRefundedTokens(null),
  };
}

export type ProfileAssessments = ReturnType<typeof useProfileAssessments>;
