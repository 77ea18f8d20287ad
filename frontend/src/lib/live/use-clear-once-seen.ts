import { identityRoutes, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAct } from '../query/use-act';
import { sessionStore } from '../session/session-store';
import { useUserId } from '../session/use-session';
import { patchCurrentUser } from '../user/current-user';
import { forgetCounts, liveStore } from './live-store';

const clearedBy = {
  notificationNumber: identityRoutes.clearNotifications,
  generalNotifNumber: identityRoutes.clearGeneralNotifications,
};

/** The returned callback clears the count after five seconds, even if the page has been left. */
export function useClearOnceSeen(count: keyof typeof clearedBy): () => void {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const isDue = useRef(false);
  const { run } = useAct(clearedBy[count], ({ success: _, ...left }) => {
    forgetCounts();
    patchCurrentUser(queryClient, userId, left);
  });

  return () => {
    if (isDue.current) return;
    isDue.current = true;
    setTimeout(() => {
      isDue.current = false;
      // Clears nothing if another person has signed in meanwhile.
      if (sessionStore.current().session?.userId !== userId) return;
      if (count === 'notificationNumber') liveStore.set({ newRatings: false });
      run({ body: { userId } }).catch(() => undefined);
    }, PRODUCT.notificationClearMs);
  };
}
