import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePhotos } from '../../../features/dashboard/api/photos';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { uploadPhotos } from '../../../features/upload/api/upload-photos';
import type { PickerSection } from '../../../features/upload/components/photo-picker';
import { messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { uploadTexts } from '../../../lib/texts/upload';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import type { AddFlowState } from './use-add-flow';

const PhotoPicker = lazy(() => import('../../../features/upload/components/photo-picker'));
const CropQueue = lazy(() => import('../../../features/upload/components/crop-queue'));

interface AddPickerProps {
  flow: AddFlowState;
  user: CurrentUser;
  moves: PhotoMoves;
}

/** The picker of each section and the crop that follows it. */
export function AddPicker({ flow, user, moves }: AddPickerProps) {
  const queryClient = useQueryClient();
  const picker = useLingering(flow.picker);
  const offered = useOffered(picker.shown, flow.first);
  const upload = useAction(uploadPhotos, (photos) => {
    const text =
      flow.picker === 'profile'
        ? uploadTexts.needsRatings(PRODUCT.plannerRatingsMin)
        : uploadTexts.uploaded(photos.length);
    toastStore.show({ text });
    flow.closePicker();
    void queryClient.invalidateQueries({ queryKey: queryKeys.photos() });
  });

  const cropped = (files: File[]) => {
    if (flow.picker === 'pool') return flow.select(files);
    flow.stopCropping();
    if (!flow.picker) return;
    upload.run({ userId: user.userId, section: flow.picker, files }).catch(() => undefined);
  };

  const pick = (photo: Photo) => {
    if (flow.picker === 'pool') return flow.toggle(photo);
    flow.closePicker();
    if (flow.picker === 'profile') moves.putInProfile(photo);
    else moves.putInBank(photo);
  };

  return (
    <Suspense>
      {picker.shown && (
        <PhotoPicker
          open={picker.open}
          section={picker.shown}
          photos={offered}
          selected={picker.shown === 'pool' ? new Set(flow.selection.map(({ id }) => id)) : undefined}
          first={flow.first}
          room={flow.room}
          photoLimit={flow.photoLimit}
          busy={upload.busy}
          problem={upload.error === null ? undefined : messageOf(upload.error, uploadTexts.failed)}
          onPick={pick}
          onFiles={flow.crop}
          onContinue={picker.shown === 'pool' ? flow.openSetup : undefined}
          onClose={() => {
            upload.reset();
            flow.closePicker();
          }}
        />
      )}
      {flow.cropping && <CropQueue files={flow.cropping} onDone={cropped} onCancel={flow.stopCropping} />}
    </Suspense>
  );
}

/** What each picker offers of the person's own photos; before the first assessment the pool offers none. */
function useOffered(section: PickerSection | null, first: boolean): Photo[] | undefined {
  const bank = usePhotos('bank').data ?? [];
  const profile = usePhotos('profile').data ?? [];
  const testing = usePhotos('testing').data ?? [];
  switch (section) {
    case 'pool':
      return first ? [] : bank;
    case 'profile':
      return bank.filter((photo) => photo.timesRated > 0);
    case 'bank':
      return first ? [] : [...profile, ...testing];
    default:
      return undefined;
  }
}
