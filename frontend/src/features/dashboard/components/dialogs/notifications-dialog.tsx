import { useEffect, useState } from 'react';
import { liveStore } from '../../../../lib/live/live-store';
import { useClearOnceSeen } from '../../../../lib/live/use-clear-once-seen';
import { commonTexts } from '../../../../lib/texts/common';
import { dialogTexts } from '../../../../lib/texts/dialogs';
import { Button } from '../../../../ui/button/button';
import { Sheet } from '../../../../ui/sheet/sheet';
import { clearNotifications } from '../../api/preferences';
import styles from './dialogs.module.css';

interface NotificationsDialogProps {
  open: boolean;
  count: number;
  onClose: () => void;
}

function clear(userId: string, idempotencyKey: string): Promise<number> {
  liveStore.set({ newRatings: false });
  return clearNotifications(userId, idempotencyKey);
}

/** What is new; once seen, the count is cleared after five seconds, and the open sheet goes on saying how many there were. */
export function NotificationsDialog({ open, count, onClose }: NotificationsDialogProps) {
  const clearSoon = useClearOnceSeen('notificationNumber', clear);
  const [told, setTold] = useState({ open, count });
  if (open !== told.open) setTold({ open, count: open ? count : told.count });
  else if (open && count > told.count) setTold({ open, count });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrives while the sheet is open has been seen as well
  useEffect(() => {
    if (open && count > 0) clearSoon();
  }, [open, count]);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dialogTexts.notificationsTitle}
      footer={
        <Button block onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <p className={styles.text}>{told.count > 0 ? dialogTexts.newRatings(told.count) : dialogTexts.noNotifications}</p>
    </Sheet>
  );
}
