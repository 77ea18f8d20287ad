import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice } from '../../../../ui/notice/notice';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Switch } from '../../../../ui/switch/switch';
import { updateScorePreferences, useScorePreferences } from '../../api/preferences';

/** Whether assessments end by themselves once it is clear which photo is best. */
export function StopWhenSettled() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const preference = useScorePreferences(true);
  const saving = useAction(updateScorePreferences);

  const choose = async (stopWhenSettled: boolean) => {
    const before = preference.data;
    const key = queryKeys.scorePreferences();
    queryClient.setQueryData(key, stopWhenSettled);
    await saving.run({ userId, stopWhenSettled }).catch(() => queryClient.setQueryData(key, before));
  };

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
        disabled={saving.busy}
        onChange={choose}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}
