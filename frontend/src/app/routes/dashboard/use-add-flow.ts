import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { useState } from 'react';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { isUnassessed, refusalOf } from '../../../features/dashboard/move-rules';
import type { PoolGate } from '../../../features/dashboard/pool-gate';
import type { PickerSection } from '../../../features/upload/components/photo-picker';
import type { CroppedFile } from '../../../shared/photos/cropping';
import {
  addToSelection,
  fromFile,
  fromPhoto,
  type NewPhoto,
  type SelectedPhoto,
} from '../../../shared/photos/selected-photo';
import { toastStore } from '../../../ui/toast/toast-store';

interface Cropping {
  readonly files: readonly File[];
  readonly note?: string;
  /** Section that the files go to. */
  readonly section?: PickerSection | null;
  /** The selected photo that the person crops again. */
  readonly again?: NewPhoto;
}

export function useAddFlow(user: CurrentUser | undefined, gate: PoolGate) {
  const testing = usePhotos('testing').data?.length ?? 0;
  const [picker, setPicker] = useState<PickerSection | null>(null);
  const [replacing, setReplacing] = useState<Photo | null>(null);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [croppingAgain, setCroppingAgain] = useState<Photo | null>(null);
  const [selection, setSelection] = useState<readonly SelectedPhoto[]>([]);
  const [setupOpen, setSetupOpen] = useState(false);
  const [phraseIds, setPhraseIds] = useState<readonly number[]>();
  const first = user?.hasCompletedFirstAssessment !== true;
  const photoLimit = first ? PRODUCT.firstAssessmentPhotos : PRODUCT.poolPhotosMax - testing;

  const letGo = () => {
    setSelection([]);
    setSetupOpen(false);
    setPhraseIds(undefined);
  };

  const replace = (photo: Photo) => {
    setCroppingAgain(null);
    setReplacing(photo);
    setPicker('unrated');
  };

  // If no picker is open, files belong to the open setup or to the first assessment; later they only go to the bank.
  const forPool = setupOpen || (first && gate === 'open');
  const roomIn = (section: PickerSection | null) => {
    if (replacing && picker) return 1;
    return section === 'pool' ? photoLimit - selection.length : PRODUCT.uploadPhotosMax;
  };
  return {
    first,
    picker,
    /** The crop of the chosen file will replace this photo. */
    replacing,
    cropping,
    /** The stored photo that the person crops again. */
    croppingAgain,
    selection,
    setupOpen,
    phraseIds,
    photoLimit,
    room: roomIn(picker),
    roomIn,
    pick(section: PickerSection) {
      setReplacing(null);
      setPicker(section);
    },
    replace,
    /** Crops an unassessed photo's original again. Assessed photos never change, so the person chooses another file. */
    cropAgain: (photo: Photo) => (isUnassessed(photo) ? setCroppingAgain(photo) : replace(photo)),
    closePicker: () => setPicker(null),
    /** Section for files that come without a picker; null while the person crops. */
    receivingIn: cropping || croppingAgain ? null : (picker ?? (forPool ? 'pool' : 'unrated')),
    crop(files: readonly File[], note?: string, section = picker) {
      // A picker for another crop may have been closed without a file.
      if (!picker) setReplacing(null);
      setCropping({ files, note, section });
    },
    isIdle: picker === null && cropping === null && croppingAgain === null && !setupOpen,
    stopCropping: () => setCropping(null),
    stopCroppingAgain: () => setCroppingAgain(null),
    cropSelected: (photo: NewPhoto) => setCropping({ files: [photo.cropped.file], again: photo }),
    start(photo?: Photo, phrases?: readonly number[]) {
      const refusal = photo && refusalOf(photo, 'testing', user, gate);
      if (refusal) return toastStore.show({ text: refusal });
      // Runs actions that still offer an Undo, because they may move this photo or make room in the pool.
      toastStore.dismiss();
      setPhraseIds(phrases);
      if (photo) setSelection(addToSelection(selection, [fromPhoto(photo)], photoLimit));
      setSetupOpen(photo !== undefined || selection.length > 0);
      if (photo || selection.length > 0) return;
      setReplacing(null);
      setPicker('pool');
    },
    startWith(photos: readonly Photo[]) {
      toastStore.dismiss();
      setPhraseIds(undefined);
      setSelection(addToSelection([], photos.map(fromPhoto), photoLimit));
      setSetupOpen(true);
    },
    select(files: readonly CroppedFile[]) {
      const added = files.map(fromFile);
      const again = cropping?.again;
      setSelection(
        again
          ? selection.flatMap((photo) => (photo.id === again.id ? added : photo))
          : addToSelection(selection, added, photoLimit),
      );
      setCropping(null);
      setPicker(null);
      setSetupOpen(true);
    },
    toggle(photo: Photo) {
      const rest = selection.filter(({ id }) => id !== photo._id);
      const isChosen = rest.length < selection.length;
      setSelection(isChosen ? rest : addToSelection(selection, [fromPhoto(photo)], photoLimit));
    },
    remove: (photo: SelectedPhoto) => setSelection(selection.filter(({ id }) => id !== photo.id)),
    openSetup() {
      setPicker(null);
      setSetupOpen(true);
    },
    letGo,
  };
}

export type AddFlowState = ReturnType<typeof useAddFlow>;
