import type { LookingFor } from '@candid/contracts';
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
import { updateLookingFor, useOwnLookingFor } from '../../api/preferences';
import styles from './dialogs.module.css';

const genders = optionsOf(dashboardTexts.genders);
const relationships = optionsOf(dashboardTexts.relationships);

export function LookingForDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const lookingFor = useOwnLookingFor(open);
  const saving = useAction(updateLookingFor);

  const choose = async (change: Partial<LookingFor>) => {
    if (!lookingFor.data) return;
    const before = lookingFor.data;
    const chosen = { ...before, ...change };
    const key = queryKeys.lookingFor(userId);
    queryClient.setQueryData(key, chosen);
    await saving.run({ userId, ...chosen }).catch(() => queryClient.setQueryData(key, before));
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dashboardTexts.lookingForTitle}
      description={dashboardTexts.lookingForLead}
    >
      <div className={styles.stack}>
        {lookingFor.data ? (
          <>
            <Segmented
              label={dashboardTexts.gender}
              options={genders}
              value={lookingFor.data.gender}
              onChange={(gender) => choose({ gender })}
            />
            <Segmented
              label={dashboardTexts.relationship}
              options={relationships}
              value={lookingFor.data.relationshipType}
              onChange={(relationshipType) => choose({ relationshipType })}
            />
          </>
        ) : lookingFor.isError ? (
          <Notice tone="danger">{messageOf(lookingFor.error, dashboardTexts.loadFailed)}</Notice>
        ) : (
          <Skeleton height={160} />
        )}
        {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
      </div>
    </Sheet>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
