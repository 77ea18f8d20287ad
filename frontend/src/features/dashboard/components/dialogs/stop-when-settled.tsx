import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useSavedChoice } from '../../../../lib/query/use-saved-choice';
import { useUserId } from '../../../../lib/session/use-session';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice } from '../../../../ui/notice/notice';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Switch } from '../../../../ui/switch/switch';
import { updateScorePreferences, useScorePreferences } from '../../api/preferences';

/** Whether assessments end by themselves once it is clear which photo is best. */
export function StopWhenSettled() {
  const userId = useUserId();
  const preference = useScorePreferences(true);
  const saving = useSavedChoice<boolean>(queryKeys.scorePreferences(), (stopWhenSettled, idempotencyKey) =>
    updateScorePreferences({ userId, stopWhenSettled }, idempotencyKey),
  );

  if (preference.isLoadingError) {
    return <Notice tone="danger">{messageOf(preference.error, dashboardTexts.loadFailed)}</Notice>;
  }
  if (preference.data === undefined) return <Skeleton height={87} />;
  return (
    <>
      <Switch
        label={dashboardTexts.stopWhenSettled}
        hint={dashboardTexts.stopWhenSettledHint}
        checked={preference.data}
        onChange={saving.choose}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}
