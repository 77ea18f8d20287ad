import { identityRoutes, type Photo as PhotoRecord, photosRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { track } from '../../../lib/analytics/track';
import type { Answer } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { photoReads, profileReads } from '../../../lib/query/own-reads';
import { useAct } from '../../../lib/query/use-act';
import { forget } from '../../../lib/query/use-read';
import { commonTexts } from '../../../lib/texts/common';
import { photoViewTexts } from '../../../lib/texts/photo-view';
import { useCurrentUser } from '../../../lib/user/current-user';
import { toastStore } from '../../../ui/toast/toast-store';
import { isComplete } from '../move-rules';
import { usePlace } from './use-placements';

/** A question before a move. The kind `move` is asked only if the move also ends something else, named in `warning`. */
export interface MoveQuestion {
  readonly kind: 'end' | 'delete' | 'move';
  readonly photo: PhotoRecord;
  /** Target section; if undefined, the photo returns to its section of origin. */
  readonly to?: Destination;
  /** True if a new crop of the photo has just been uploaded to replace it. */
  readonly isReplaced?: boolean;
  /** Warning about other assessments that the move ends. */
  readonly warning?: string | null;
}

const doneTexts = { profile: photoViewTexts.moved, bank: photoViewTexts.banked, deleted: photoViewTexts.deleted };

interface EndedAssessment {
  /** All refunded tokens, including the tokens for ratings of a first assessment that was reset. */
  readonly refundTokens: number;
  /** True if the whole first assessment started over, with both its photos. */
  readonly resetOccurred: boolean;
}

const of = ({ _id }: PhotoRecord) => ({ params: { photoId: _id } });

const endedBy = (answer: Answer<typeof photosRoutes.deactivate>, settledTokens: number): EndedAssessment => ({
  refundTokens: answer.refundTokens + answer.givenBackTokens + settledTokens,
  resetOccurred: answer.resetOccurred,
});

const returnPlaceOf = ({ placeholder }: PhotoRecord) => (placeholder === 'profile' ? 'profile' : 'bank');

const destinationOf = ({ kind, photo, to }: MoveQuestion): Destination =>
  kind === 'delete' ? 'deleted' : (to ?? returnPlaceOf(photo));

/** Moves photos. Asks first if a move ends an assessment or deletes a photo. Other moves mostly offer an Undo. */
export function usePhotoMoves(onLeft: (photo: PhotoRecord) => void, watch: ProfileWatch) {
  const queryClient = useQueryClient();
  const plannerBegun = useCurrentUser().data?.hasMadeFirstProfile === true;
  const place = usePlace();
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  const [ended, setEnded] = useState<EndedAssessment | null>(null);
  const [firstProfileMade, setFirstProfileMade] = useState(false);

  const refetch = () => forget(queryClient, ...photoReads, identityRoutes.getUser, ...profileReads);
  const toProfile = useAct(photosRoutes.setProfile, refetch);
  const toBank = useAct(photosRoutes.deactivate, refetch);
  const back = useAct(photosRoutes.returnPhoto, refetch);
  const remove = useAct(photosRoutes.deletePhoto, refetch);

  const complain = (error: unknown) => {
    toastStore.show({ text: messageOf(error), tone: 'danger' });
    void refetch();
  };

  const acts: Record<Destination, (photo: PhotoRecord) => Promise<EndedAssessment>> = {
    profile: async (photo) => {
      const { wasFirstProfileSet } = await toProfile.run(of(photo));
      if (wasFirstProfileSet) {
        setFirstProfileMade(true);
        track('first_profile');
      }
      return { refundTokens: await watch.settle(photo, 'profile'), resetOccurred: false };
    },
    bank: async (photo) => endedBy(await toBank.run(of(photo)), await watch.settle(photo, 'bank')),
    deleted: async (photo) => endedBy(await remove.run(of(photo)), await watch.settle(photo, 'deleted')),
  };

  const tellEnded = (outcome: EndedAssessment) => {
    if (outcome.refundTokens > 0 || outcome.resetOccurred) setEnded(outcome);
  };
  const put = (photo: PhotoRecord, to: 'profile' | 'bank') =>
    void place({ photo, to }, () => acts[to](photo)).then(tellEnded, complain);

  const forgetProblems = () => {
    for (const action of [remove, toBank, toProfile]) action.reset();
  };
  const ask = (asked: MoveQuestion) => {
    forgetProblems();
    // Runs a move that still offers an Undo, because it may be a move of this photo.
    if (toastStore.current()?.action) toastStore.dismiss();
    setQuestion({ ...asked, warning: watch.warningOf(asked.photo, destinationOf(asked)) });
  };

  /** Moves immediately or, if the move ends an assessment, after a question. */
  const move = (photo: PhotoRecord, to: 'profile' | 'bank') => {
    if (photo.section === 'testing' && !isComplete(photo)) return ask({ kind: 'end', photo, to });
    if (watch.warningOf(photo, to)) return ask({ kind: 'move', photo, to });
    if (photo.section === 'testing' && plannerBegun)
      return leavePool(photo, to, async () => tellEnded(await acts[to](photo)));
    const moved = { ...photo, section: to };
    const back = photo.section === 'profile' ? 'profile' : 'bank';
    const undo = () => {
      put(moved, back);
      toastStore.show({ text: doneTexts[back] });
    };
    // An Undo must not end anything. The first move offers no Undo, because undoing it would empty the planner.
    const canUndo = plannerBegun && watch.warningOf(moved, back) === null;
    offerUndo(doneTexts[to], canUndo ? undo : undefined);
    put(photo, to);
    onLeft(photo);
  };

  /** Calls the server only after the Undo period, because returning a photo to the pool costs tokens. */
  const leavePool = (photo: PhotoRecord, to: 'profile' | 'bank', perform: () => Promise<unknown>) => {
    const kept = keptUnlessUndone(doneTexts[to]);
    place({ photo, to }, async () => (await kept) && perform()).catch(complain);
    onLeft(photo);
  };
  const finish = (photo: PhotoRecord) => leavePool(photo, returnPlaceOf(photo), () => back.run(of(photo)));

  // After a failure the dialog stays open and shows the error.
  const answerYes = async () => {
    if (!question) return;
    const to = destinationOf(question);
    try {
      tellEnded(await acts[to](question.photo));
      setQuestion(null);
      offerUndo(doneTexts[to]);
      onLeft(question.photo);
    } catch {
      void refetch();
    }
  };

  return {
    question,
    ended,
    firstProfileMade,
    busy: toProfile.busy || toBank.busy || remove.busy,
    problem: remove.error ?? toBank.error ?? toProfile.error,
    putInProfile: (photo: PhotoRecord) => move(photo, 'profile'),
    putInBank: (photo: PhotoRecord) => move(photo, 'bank'),
    finish,
    ask,
    answerYes,
    answerNo: () => {
      forgetProblems();
      setQuestion(null);
    },
    endedSeen: () => setEnded(null),
  };
}

export type PhotoMoves = ReturnType<typeof usePhotoMoves>;

type Destination = 'profile' | 'bank' | 'deleted';

export interface ProfileWatch {
  /** Returns a warning about other assessments that the move ends; null if there is nothing to warn about. */
  warningOf(photo: PhotoRecord, to: Destination): string | null;
  /** Runs after the move. Returns the refunded tokens that the answer of the move did not include. */
  settle(photo: PhotoRecord, to: Destination): Promise<number>;
}

function offerUndo(text: string, undo?: () => void): void {
  toastStore.show({ text, action: undo && { label: commonTexts.undo, onAct: undo } });
}

/** Resolves to true when the Undo period ends or the page is hidden; to false on Undo or when the session ends. */
function keptUnlessUndone(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const keepWhenHidden = () => document.visibilityState === 'hidden' && settle(true);
    const settle = (kept: boolean) => {
      document.removeEventListener('visibilitychange', keepWhenHidden);
      resolve(kept);
    };
    document.addEventListener('visibilitychange', keepWhenHidden);
    toastStore.show({
      text,
      action: { label: commonTexts.undo, onAct: () => settle(false) },
      onGone: () => settle(true),
      onDropped: () => settle(false),
    });
  });
}
