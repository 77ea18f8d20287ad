import { PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetCounts } from '../../../lib/live/live-counts';
import { useAction } from '../../../lib/query/use-action';
import { useUserId } from '../../../lib/session/use-session';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { clearGeneralNotifications } from '../api/notifications';

/** How many evaluations are new; five seconds after they have been seen the count is cleared. */
export function useGeneralNotifications(count: number) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(false);
  const { run } = useAction(clearGeneralNotifications, (generalNotifNumber) => {
    forgetCounts();
    patchCurrentUser(queryClient, userId, { generalNotifNumber });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts when something has been seen, and only then
  useEffect(() => {
    if (!seen) return;
    const timer = setTimeout(() => {
      setSeen(false);
      run(userId).catch(() => undefined);
    }, PRODUCT.notificationClearMs);
    return () => clearTimeout(timer);
  }, [seen]);

  return {
    count,
    see: () => {
      if (count > 0) setSeen(true);
    },
  };
}
