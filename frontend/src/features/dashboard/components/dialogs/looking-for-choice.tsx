import type { LookingFor } from '@candid/contracts';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useSavedChoice } from '../../../../lib/query/use-saved-choice';
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
  const lookingFor = useOwnLookingFor(true);
  const saving = useSavedChoice<LookingFor>(queryKeys.lookingFor(userId), (chosen, idempotencyKey) =>
    updateLookingFor({ userId, ...chosen }, idempotencyKey),
  );

  if (lookingFor.isLoadingError) {
    return <Notice tone="danger">{messageOf(lookingFor.error, dashboardTexts.loadFailed)}</Notice>;
  }
  const { data } = lookingFor;
  if (!data) return <Skeleton height={172} />;
  return (
    <>
      <Segmented
        label={dashboardTexts.gender}
        options={genders}
        value={data.gender}
        onChange={(gender) => saving.choose({ ...data, gender })}
      />
      <Segmented
        label={dashboardTexts.relationship}
        options={relationships}
        value={data.relationshipType}
        onChange={(relationshipType) => saving.choose({ ...data, relationshipType })}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
