import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Sheet } from '../../../../ui/sheet/sheet';
import styles from './dialogs.module.css';
import { LocationChoice } from './location-choice';
import { StopWhenSettled } from './stop-when-settled';

/** General assessment settings: where assessors may come from, and when enough of them have rated. */
export function LocationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={dashboardTexts.settings} description={dashboardTexts.locationLead}>
      <div className={styles.stack}>
        <LocationChoice />
        <StopWhenSettled />
      </div>
    </Sheet>
  );
}
