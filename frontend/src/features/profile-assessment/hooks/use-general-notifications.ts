import { useClearOnceSeen } from '../../../lib/live/use-clear-once-seen';
import { clearGeneralNotifications } from '../api/notifications';

/** How many evaluations are new; five seconds after they have been seen the count is cleared. */
export function useGeneralNotifications(count: number) {
  const clearSoon = useClearOnceSeen('generalNotifNumber', clearGeneralNotifications);
  return {
    count,
    see: () => {
      if (count > 0) clearSoon();
    },
  };
}
