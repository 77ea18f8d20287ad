import type { LocationPreference } from '@candid/contracts';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useSavedChoice } from '../../../../lib/query/use-saved-choice';
import { useUserId } from '../../../../lib/session/use-session';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice } from '../../../../ui/notice/notice';
import { Segmented } from '../../../../ui/segmented/segmented';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { updateLocationPreference, useLocationPreference } from '../../api/preferences';

const locations: { value: LocationPreference; label: string }[] = [
  { value: 'NotMine', label: dashboardTexts.locationNotMine },
  { value: 'All', label: dashboardTexts.locationAll },
];

/** Where assessors may come from. */
export function LocationChoice() {
  const userId = useUserId();
  const preference = useLocationPreference(true);
  const saving = useSavedChoice<LocationPreference>(queryKeys.locationPreference(), (chosen, idempotencyKey) =>
    updateLocationPreference({ userId, locationsPreference: chosen }, idempotencyKey),
  );

  if (preference.isLoadingError) {
    return <Notice tone="danger">{messageOf(preference.error, dashboardTexts.loadFailed)}</Notice>;
  }
  if (!preference.data) return <Skeleton height={76} />;
  return (
    <>
      <Segmented label={dashboardTexts.location} options={locations} value={preference.data} onChange={saving.choose} />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}
