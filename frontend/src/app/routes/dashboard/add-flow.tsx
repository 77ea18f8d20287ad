import type { Catalogue, CurrentUser } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { queryKeys } from '../../../lib/query/keys';
import { dialogTexts } from '../../../lib/texts/dialogs';
import { setupTexts } from '../../../lib/texts/setup';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import { AddPicker } from './add-picker';
import type { AddFlowState } from './use-add-flow';

const loadSetup = () => import('../../../features/setup/components/assessment-setup');
const AssessmentSetup = lazy(loadSetup);

interface AddFlowProps {
  flow: AddFlowState;
  user: CurrentUser | undefined;
  catalogue: Catalogue | undefined;
  moves: PhotoMoves;
}

/** The sheets between "add a photo" and a running assessment. */
export function AddFlow({ flow, user, catalogue, moves }: AddFlowProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const setup = useLingering(flow.setupOpen ? flow.selection : null);
  const [asking, setAsking] = useState(false);
  const [firstStarted, setFirstStarted] = useState(false);
  // Loaded while the person chooses and crops, so that it stands as soon as the last crop is saved.
  useEffect(() => {
    if (flow.picker) loadSetup().catch(() => undefined);
  }, [flow.picker]);
  if (!user) return null;

  const started = async (first: boolean) => {
    flow.letGo();
    if (first) setFirstStarted(true);
    else toastStore.show({ text: setupTexts.started });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.photos() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.user(user.userId) }),
    ]);
  };

  const someStarted = (ids: readonly string[]) => {
    flow.drop(ids);
    void queryClient.invalidateQueries({ queryKey: queryKeys.photos() });
    void queryClient.invalidateQueries({ queryKey: queryKeys.user(user.userId) });
  };

  return (
    <>
      {setup.shown && catalogue && (
        <Suspense>
          <AssessmentSetup
            open={setup.open}
            user={user}
            catalogue={catalogue}
            photos={setup.shown}
            photoLimit={flow.photoLimit}
            phraseIds={flow.phraseIds}
            onAdd={() => flow.pick('pool')}
            onRemove={(photo) => (flow.selection.length === 1 ? setAsking(true) : flow.remove(photo))}
            onStarted={started}
            onSomeStarted={someStarted}
            onBuyTokens={() => navigate('/pay', { state: { token_error: true } })}
            onClose={() => (flow.selection.length > 0 ? setAsking(true) : flow.letGo())}
          />
        </Suspense>
      )}
      <AddPicker flow={flow} user={user} moves={moves} />
      <ConfirmDialog
        open={asking}
        title={dialogTexts.cancelTitle}
        text={dialogTexts.cancelText(setup.shown?.length ?? 1)}
        confirm={dialogTexts.cancelConfirm}
        cancel={dialogTexts.cancelKeep}
        onConfirm={() => {
          setAsking(false);
          flow.letGo();
        }}
        onCancel={() => setAsking(false)}
      />
      <ConfirmDialog
        open={firstStarted}
        title={dialogTexts.startedTitle}
        text={dialogTexts.startedText}
        confirm={dialogTexts.startedConfirm}
        onConfirm={() => setFirstStarted(false)}
        onCancel={() => setFirstStarted(false)}
      />
    </>
  );
}
