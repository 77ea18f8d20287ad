import { PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAction } from '../query/use-action';
import { sessionStore } from '../session/session-store';
import { useUserId } from '../session/use-session';
import { patchCurrentUser } from '../user/current-user';
import { forgetCounts } from './live-counts';

/**
 * To be told that a count has been seen: five seconds later it is cleared, also when the page has been left by then.
 * `clear` answers the number that is left.
 */
export function useClearOnceSeen(
  count: 'notificationNumber' | 'generalNotifNumber',
  clear: (userId: string, idempotencyKey: string) => Promise<number>,
): () => void {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const isDue = useRef(false);
  const { run } = useAction(clear, (left) => {
    forgetCounts();
    patchCurrentUser(queryClient, userId, { [count]: left });
  });

  return () => {
    if (isDue.current) return;
    isDue.current = true;
    setTimeout(() => {
      isDue.current = false;
      // Nothing is cleared in the name of somebody else who has logged in meanwhile.
      if (sessionStore.current().session?.userId === userId) run(userId).catch(() => undefined);
    }, PRODUCT.notificationClearMs);
  };
}
