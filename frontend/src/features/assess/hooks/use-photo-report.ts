import { type AssessedPhoto, reportsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { useAct } from '../../../lib/query/use-act';
import { commonTexts } from '../../../lib/texts/common';
import { safetyTexts } from '../../../lib/texts/safety';
import { undo } from '../../../shared/safety/blocks';
import { leaveSheets } from '../../../ui/sheet/close-on-back';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { toastStore } from '../../../ui/toast/toast-store';
import { type Addressed, assessmentQueue, carouselPath } from '../assessment-queue';
import { openedKey, useForgetAssessment } from '../assessments';
import { type OpenAssessment, reportedPhotos, withoutReported } from '../open-assessment';

/** A reported photo leaves the page; entries about the other photos stay. `onNext` opens the next assessment. */
export function usePhotoReport(here: Addressed, onNext: () => void) {
  const { userId, groupId } = here;
  const queryClient = useQueryClient();
  const queryKey = openedKey(userId, groupId);
  const [photo, setPhoto] = useState<AssessedPhoto | null>(null);
  const [ended, setEnded] = useState(false);
  const sheet = useLingering(photo);
  const forget = useForgetAssessment(userId, groupId);

  const leave = () => {
    forget();
    setPhoto(null);
    void leaveSheets().then(onNext);
  };
  const blocking = useBlock(here, leave);
  const rest = () => {
    const open = queryClient.getQueryData<OpenAssessment | null>(queryKey);
    return open ? withoutReported(open) : null;
  };
  const close = () => {
    const left = ended ? rest() : undefined;
    if (left === null) return leave();
    setPhoto(null);
    if (left === undefined) return;
    queryClient.setQueryData<OpenAssessment | null>(queryKey, left);
    // A report releases the slot, so the refetch reserves a new slot for the remaining photos.
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };

  return {
    /** The photo being reported; it stays until its sheet has closed. */
    shown: sheet.shown,
    isOpen: sheet.open,
    isProfile: groupId !== undefined,
    block: { ...blocking, run: () => blocking.run({ body: { userId } }) },
    hasOthers: () => rest() !== null,
    open: (reported: AssessedPhoto) => {
      setEnded(false);
      setPhoto(reported);
    },
    end: () => {
      if (photo) reportedPhotos.add(photo._id);
      setEnded(true);
    },
    close,
  };
}

export type PhotoReportState = ReturnType<typeof usePhotoReport>;

function useBlock(here: Addressed, leave: () => void) {
  const navigate = useNavigate();
  const { userId } = here;
  return useAct(reportsRoutes.blockPerson, () => {
    const before = assessmentQueue.state();
    assessmentQueue.leaveOut(userId);
    leave();
    const unblock = () =>
      undo(reportsRoutes.unblockPerson, { params: { userId }, idempotencyKey: newIdempotencyKey() }).then(
        () => {
          assessmentQueue.restore(before);
          navigate(carouselPath(here), { replace: true });
          toastStore.show({ text: safetyTexts.unblocked });
        },
        (error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }),
      );
    toastStore.show({ text: safetyTexts.blocked, action: { label: commonTexts.undo, onAct: () => void unblock() } });
  });
}
