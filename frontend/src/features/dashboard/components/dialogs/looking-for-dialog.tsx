import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Sheet } from '../../../../ui/sheet/sheet';
import styles from './dialogs.module.css';
import { LookingForChoice } from './looking-for-choice';

export function LookingForDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dashboardTexts.lookingForTitle}
      description={dashboardTexts.lookingForLead}
    >
      <div className={styles.stack}>
        <LookingForChoice />
      </div>
    </Sheet>
  );
}
