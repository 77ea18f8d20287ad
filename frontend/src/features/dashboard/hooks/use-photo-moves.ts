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

/** What waits for the person's yes: a mere move asks only where it ends what `warning` says. */
export interface MoveQuestion {
  readonly kind: 'end' | 'delete' | 'move';
  readonly photo: PhotoRecord;
  /** Without it, back to where the photo came from. */
  readonly to?: Destination;
  /** Another crop of the photo has just been uploaded. */
  readonly isReplaced?: boolean;
  /** What else ends with it. */
  readonly warning?: string | null;
}

const doneTexts = {
  profile: photoViewTexts.moved,
  bank: photoViewTexts.banked,
  deleted: photoViewTexts.deleted,
};

export interface EndedAssessment {
  /** All that came back, also for the ratings of a first assessment that was reset. */
  readonly refundTokens: number;
  /** The whole first assessment started over, with both its photos. */
  readonly resetOccurred: boolean;
}

const of = ({ _id }: PhotoRecord) => ({ params: { photoId: _id } });

const endedBy = (answer: Answer<typeof photosRoutes.deactivate>): EndedAssessment => ({
  refundTokens: answer.refundTokens + answer.givenBackTokens,
  resetOccurred: answer.resetOccurred,
});

const returnPlaceOf = ({ placeholder }: PhotoRecord) => (placeholder === 'profile' ? 'profile' : 'bank');

function destinationOf({ kind, photo, to }: MoveQuestion): Destination {
  return kind === 'delete' ? 'deleted' : (to ?? returnPlaceOf(photo));
}

/** Where the photos go: what can be taken back happens at once and offers Undo, what cannot asks first. */
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
    bank: async (photo) => {
      const ended = endedBy(await toBank.run(of(photo)));
      return { ...ended, refundTokens: ended.refundTokens + (await watch.settle(photo, 'bank')) };
    },
    deleted: async (photo) => {
      const ended = endedBy(await remove.run(of(photo)));
      return { ...ended, refundTokens: ended.refundTokens + (await watch.settle(photo, 'deleted')) };
    },
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
    setQuestion({ ...asked, warning: watch.warningOf(asked.photo, destinationOf(asked)) });
  };

  /** At once, or after a question where the move ends something. */
  const move = (photo: PhotoRecord, to: 'profile' | 'bank') => {
    if (photo.section === 'testing' && !isComplete(photo)) return ask({ kind: 'end', photo, to });
    if (watch.warningOf(photo, to)) return ask({ kind: 'move', photo, to });
    const from = photo.section;
    const moved = { ...photo, section: to };
    const back = from === 'profile' ? 'profile' : 'bank';
    const undo = () => {
      put(moved, back);
      toastStore.show({ text: doneTexts[back] });
    };
    // The first photo of an emptied planner goes back with whatever runs besides it: that is asked about and not undone.
    const canUndo = from !== 'testing' && plannerBegun && watch.warningOf(moved, back) === null;
    offerUndo(doneTexts[to], canUndo ? undo : undefined);
    put(photo, to);
    onLeft(photo);
  };

  /** The server is told once Undo is no longer offered: a photo that has left the pool could only come back for tokens. */
  const finish = (photo: PhotoRecord) => {
    const kept = keptUnlessUndone(photoViewTexts.returned);
    const perform = async () => {
      if (await kept) await back.run(of(photo));
    };
    place({ photo, to: returnPlaceOf(photo) }, perform).catch(complain);
    onLeft(photo);
  };

  // After a failure the dialog stays open and says what happened.
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

/** Knows what moves of photos do to the assessment of the whole profile. */
export interface ProfileWatch {
  /** What else the move ends, in words to ask with; null where nothing. */
  warningOf(photo: PhotoRecord, to: Destination): string | null;
  /** After the move: the tokens that came back besides those its own answer told of. */
  settle(photo: PhotoRecord, to: Destination): Promise<number>;
}

/** Says what has happened, with Undo where it can be taken back. */
function offerUndo(text: string, undo?: () => void): void {
  toastStore.show({ text, action: undo && { label: commonTexts.undo, onAct: undo } });
}

/**
 * Says what has happened before it has; false where it was taken back in time, or where the session is over and nobody is left to
 * do it for. A page that is left keeps it.
 */
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
