import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePhotos } from '../../../features/dashboard/api/photos';
import { refusalOf } from '../../../features/dashboard/hooks/move-rules';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import type { PickerSection } from '../../../features/upload/components/photo-picker';
import { useUpload } from '../../../features/upload/hooks/use-upload';
import { queryKeys } from '../../../lib/query/keys';
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
  const upload = useUpload(
    (photos, section) => {
      const text =
        section === 'profile'
          ? uploadTexts.needsRatings(PRODUCT.plannerRatingsMin)
          : uploadTexts.uploaded(photos.length);
      toastStore.show({ text });
      flow.closePicker();
      void queryClient.invalidateQueries({ queryKey: queryKeys.photos() });
    },
    // In the sheet, if it still stands open; anywhere else the person would not hear of it.
    () => {
      if (flow.picker === null) toastStore.show({ text: uploadTexts.failed, tone: 'danger' });
    },
  );

  const cropped = (files: File[]) => {
    if (flow.picker === 'pool') return flow.select(files);
    flow.stopCropping();
    if (flow.picker) upload.start(flow.picker, files);
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
          upload={upload}
          refusalOf={(photo) => (picker.shown === 'profile' ? refusalOf(photo, 'profile', user) : null)}
          onPick={pick}
          onFiles={flow.crop}
          onContinue={picker.shown === 'pool' ? flow.openSetup : undefined}
          onClose={flow.closePicker}
        />
      )}
      {flow.cropping && <CropQueue {...flow.cropping} onDone={cropped} onCancel={flow.stopCropping} />}
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
