import type { LocationPreference } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice } from '../../../../ui/notice/notice';
import { Segmented } from '../../../../ui/segmented/segmented';
import { Sheet } from '../../../../ui/sheet/sheet';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { updateLocationPreference, useLocationPreference } from '../../api/preferences';
import styles from './dialogs.module.css';
import { StopWhenSettled } from './stop-when-settled';

const locations: { value: LocationPreference; label: string }[] = [
  { value: 'NotMine', label: dashboardTexts.locationNotMine },
  { value: 'All', label: dashboardTexts.locationAll },
];

/** General assessment settings: where assessors may come from, and when enough of them have rated. */
export function LocationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const preference = useLocationPreference(open);
  const saving = useAction(updateLocationPreference);

  const choose = async (chosen: LocationPreference) => {
    const before = preference.data;
    const key = queryKeys.locationPreference();
    queryClient.setQueryData(key, chosen);
    await saving.run({ userId, locationsPreference: chosen }).catch(() => queryClient.setQueryData(key, before));
  };

  return (
    <Sheet open={open} onClose={onClose} title={dashboardTexts.settings} description={dashboardTexts.locationLead}>
      <div className={styles.stack}>
        {preference.data ? (
          <Segmented label={dashboardTexts.location} options={locations} value={preference.data} onChange={choose} />
        ) : preference.isError ? (
          <Notice tone="danger">{messageOf(preference.error, dashboardTexts.loadFailed)}</Notice>
        ) : (
          <Skeleton height={76} />
        )}
        {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
        <StopWhenSettled />
      </div>
    </Sheet>
  );
}
