import {
  type Catalogue,
  type CurrentUser,
  identityRoutes,
  type Photo as PhotoRecord,
  PRODUCT,
  reportsRoutes,
} from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { moderationRefusal, plannerChoices, refusalOf } from '../../../features/dashboard/move-rules';
import { chooseFiles } from '../../../features/upload/choose-files';
import { FileDrop } from '../../../features/upload/components/file-drop';
import type { PickerSection } from '../../../features/upload/components/photo-picker';
import { ReplacedPhoto } from '../../../features/upload/components/replaced-photo';
import { useSharedPhotos } from '../../../features/upload/hooks/use-shared-photos';
import { useUpload } from '../../../features/upload/hooks/use-upload';
import { photoReads } from '../../../lib/query/own-reads';
import { forget } from '../../../lib/query/use-read';
import { dialogTexts } from '../../../lib/texts/dialogs';
import { setupTexts } from '../../../lib/texts/setup';
import { uploadTexts } from '../../../lib/texts/upload';
import type { CroppedFile } from '../../../shared/photos/cropping';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import type { AddFlowState } from './use-add-flow';

const loadSetup = () => import('../../../features/setup/components/assessment-setup');
const AssessmentSetup = lazy(loadSetup);

interface AddFlowProps {
  flow: AddFlowState;
  user: CurrentUser | undefined;
  catalogue: Catalogue | undefined;
  moves: PhotoMoves;
}

export function AddFlow({ flow, user, catalogue, moves }: AddFlowProps) {
  const queryClient = useQueryClient();
  const setup = useLingering(flow.setupOpen ? flow.selection : null);
  const [asking, setAsking] = useState(false);
  const [firstStarted, setFirstStarted] = useState(false);
  // The setup loads while the person chooses and crops, so that it appears right after the last crop.
  useEffect(() => {
    if (flow.picker) loadSetup().catch(() => undefined);
  }, [flow.picker]);
  if (!user) return null;

  const started = async (first: boolean) => {
    flow.letGo();
    if (first) setFirstStarted(true);
    else toastStore.show({ text: setupTexts.started });
    await forget(queryClient, ...photoReads, identityRoutes.getUser);
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
            onCrop={flow.cropSelected}
            onRemove={(photo) => (flow.selection.length === 1 ? setAsking(true) : flow.remove(photo))}
            onStarted={started}
            onClose={() => (flow.selection.length > 0 ? setAsking(true) : flow.letGo())}
          />
        </Suspense>
      )}
      <AddPicker flow={flow} user={user} moves={moves} />
      <ConfirmDialog
        open={asking}
        danger
        title={dialogTexts.cancelTitle}
        text={dialogTexts.cancelText(setup.shown?.length ?? 1)}
        confirm={uploadTexts.cancelConfirm}
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
      />
    </>
  );
}

const PhotoPicker = lazy(() => import('../../../features/upload/components/photo-picker'));
const CropQueue = lazy(() => import('../../../features/upload/components/crop-queue'));
const CropAgain = lazy(() => import('../../../features/upload/components/crop-again'));

function AddPicker({ flow, user, moves }: { flow: AddFlowState; user: CurrentUser; moves: PhotoMoves }) {
  const queryClient = useQueryClient();
  const picker = useLingering(flow.picker);
  const offered = useOffered(picker.shown, user, flow.first);
  const upload = useUpload(
    (photos, section) => {
      const text =
        section === 'profile'
          ? uploadTexts.needsRatings(PRODUCT.plannerRatingsMin)
          : uploadTexts.uploaded(photos.length);
      // Adds a hint if screening found no face or several faces on a photo. One face or no result needs no hint.
      const unclear = (['none', 'several'] as const).find((faces) =>
        photos.some(({ facesSeen }) => facesSeen === faces),
      );
      toastStore.show({ text: unclear ? `${text.replace(/\.$/, '')}. ${uploadTexts.faces[unclear]}` : text });
      flow.closePicker();
      if (flow.replacing) moves.ask({ kind: 'delete', photo: flow.replacing, isReplaced: true });
      void forget(queryClient, ...photoReads);
    },
    // An open sheet shows the failure itself. If the sheet is closed, a toast reports the failure.
    () => {
      if (flow.picker === null) toastStore.show({ text: uploadTexts.failed, tone: 'danger' });
    },
  );

  const receivingIn = upload.upload ? null : flow.receivingIn;
  const receive = async (chosen: readonly File[]) => {
    if (receivingIn === null) return;
    const room = flow.roomIn(receivingIn);
    const { photoLimit } = flow;
    const { files, problem } = await chooseFiles(chosen, { filesMax: PRODUCT.uploadPhotosMax, room, photoLimit });
    if (files.length > 0) flow.crop(files, problem ?? undefined, receivingIn);
    else if (problem) toastStore.show({ text: problem, tone: 'danger' });
  };
  useSharedPhotos(receive, () => {
    const action = { label: uploadTexts.choose, onAct: () => flow.pick('unrated') };
    toastStore.show({ text: uploadTexts.sharedLost, tone: 'danger', action });
  });

  const cropped = (files: CroppedFile[]) => {
    const section = flow.cropping?.section;
    if (section === 'pool' || flow.cropping?.again) return flow.select(files);
    flow.stopCropping();
    if (!section) return;
    // The picker shows the progress of the upload.
    if (flow.picker === null) flow.pick(section);
    upload.start(section, files);
  };

  const croppedAgain = () => {
    flow.stopCroppingAgain();
    toastStore.show({ text: uploadTexts.cropAgain.done });
    void forget(queryClient, ...photoReads, reportsRoutes.listStatements);
  };

  const pick = (photo: PhotoRecord) => {
    if (flow.picker === 'pool') return flow.toggle(photo);
    flow.closePicker();
    if (flow.picker === 'profile') moves.putInProfile(photo);
    else moves.putInBank(photo);
  };

  return (
    <Suspense>
      <FileDrop onFiles={receivingIn === null ? null : (files) => void receive(files)} />
      {picker.shown && (
        <PhotoPicker
          open={picker.open}
          section={picker.shown}
          photos={offered}
          selected={picker.shown === 'pool' ? new Set(flow.selection.map(({ id }) => id)) : undefined}
          first={flow.first}
          room={flow.room}
          photoLimit={flow.photoLimit}
          replaces={flow.replacing}
          upload={upload}
          refusalOf={(photo) => (picker.shown === 'profile' ? refusalOf(photo, 'profile', user) : null)}
          onPick={pick}
          onFiles={flow.crop}
          onContinue={picker.shown === 'pool' ? flow.openSetup : undefined}
          onClose={flow.closePicker}
        />
      )}
      {flow.cropping && (
        <CropQueue
          files={flow.cropping.files}
          crop={flow.cropping.again?.cropped.crop}
          note={flow.replacing ? <ReplacedPhoto photo={flow.replacing} /> : flow.cropping.note}
          onDone={cropped}
          onCancel={flow.stopCropping}
        />
      )}
      {flow.croppingAgain && (
        <CropAgain
          photo={flow.croppingAgain}
          onDone={croppedAgain}
          onChoose={() => flow.croppingAgain && flow.replace(flow.croppingAgain)}
          onCancel={flow.stopCroppingAgain}
        />
      )}
    </Suspense>
  );
}

function useOffered(section: PickerSection | null, user: CurrentUser, first: boolean): PhotoRecord[] | undefined {
  const bank = usePhotos('bank').data ?? [];
  const profile = usePhotos('profile').data ?? [];
  const testing = usePhotos('testing').data ?? [];
  if (section === 'pool') return bank.filter((photo) => moderationRefusal(photo) === null);
  if (section === 'profile') return plannerChoices(bank, testing, user);
  return section === 'bank' ? (first ? [] : [...profile, ...testing]) : undefined;
}
