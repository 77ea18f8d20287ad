import { PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetCounts } from '../../../../lib/live/live-counts';
import { liveStore } from '../../../../lib/live/live-store';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { commonTexts } from '../../../../lib/texts/common';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { patchCurrentUser } from '../../../../lib/user/current-user';
import { Button } from '../../../../ui/button/button';
import { Sheet } from '../../../../ui/sheet/sheet';
import { clearNotifications } from '../../api/account-marks';
import styles from './dialogs.module.css';

interface NotificationsDialogProps {
  open: boolean;
  count: number;
  onClose: () => void;
}

/** What is new; once seen, the count is cleared after five seconds, also when the sheet has been closed by then. */
export function NotificationsDialog({ open, count, onClose }: NotificationsDialogProps) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(0);
  const { run } = useAction(clearNotifications, (notificationNumber) => {
    forgetCounts();
    patchCurrentUser(queryClient, userId, { notificationNumber });
  });
  if (open && count > 0 && seen === 0) setSeen(count);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts when something has been seen, and only then
  useEffect(() => {
    if (seen === 0) return;
    const timer = setTimeout(() => {
      setSeen(0);
      liveStore.set({ newRatings: false });
      run(userId).catch(() => undefined);
    }, PRODUCT.notificationClearMs);
    return () => clearTimeout(timer);
  }, [seen]);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dashboardTexts.notificationsTitle}
      footer={
        <Button block onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <p className={styles.text}>{count > 0 ? dashboardTexts.newRatings(count) : dashboardTexts.noNotifications}</p>
    </Sheet>
  );
}
