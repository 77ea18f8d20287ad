import type { LookingFor } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice } from '../../../../ui/notice/notice';
import { Segmented } from '../../../../ui/segmented/segmented';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { updateLookingFor, useOwnLookingFor } from '../../api/preferences';

const genders = optionsOf(dashboardTexts.genders);
const relationships = optionsOf(dashboardTexts.relationships);

/** Whom one looks for and for what, as assessors see it. */
export function LookingForChoice() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const lookingFor = useOwnLookingFor(true);
  const saving = useAction(updateLookingFor);

  const choose = async (change: Partial<LookingFor>) => {
    if (!lookingFor.data) return;
    const before = lookingFor.data;
    const chosen = { ...before, ...change };
    const key = queryKeys.lookingFor(userId);
    queryClient.setQueryData(key, chosen);
    await saving.run({ userId, ...chosen }).catch(() => queryClient.setQueryData(key, before));
  };

  if (lookingFor.isLoadingError) {
    return <Notice tone="danger">{messageOf(lookingFor.error, dashboardTexts.loadFailed)}</Notice>;
  }
  if (!lookingFor.data) return <Skeleton height={172} />;
  return (
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
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
