import type { Photo } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { useUserId } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import { photoViewTexts } from '../../../lib/texts/photo-view';
import { toastStore } from '../../../ui/toast/toast-store';
import { deletePhoto, type EndedAssessment, moveToBank, moveToProfile, returnPhoto } from '../api/moves';
import { isComplete } from './move-rules';
import type { Destination, ProfileWatch } from './profile-watch';

/** What waits for the person's yes: a mere move asks only where it ends what `warning` says. */
export interface MoveQuestion {
  readonly kind: 'end' | 'delete' | 'move';
  readonly photo: Photo;
  /** Without it, back to where the photo came from. */
  readonly to?: Destination;
  /** What else ends with it. */
  readonly warning?: string | null;
}

function destinationOf({ kind, photo, to }: MoveQuestion): Destination {
  if (kind === 'delete') return 'deleted';
  return to ?? (photo.placeholder === 'profile' ? 'profile' : 'bank');
}

/** Where the photos go: what can be taken back happens at once, what cannot asks first. */
export function usePhotoMoves(onLeft: (photo: Photo) => void, watch: ProfileWatch) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  const [ended, setEnded] = useState<EndedAssessment | null>(null);
  const [firstProfileMade, setFirstProfileMade] = useState(false);

  const refetch = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.photos() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.user(userId) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.profileAssessments() }),
    ]);
  };
  const toProfile = useAction(moveToProfile, refetch);
  const toBank = useAction(moveToBank, refetch);
  const back = useAction(returnPhoto, refetch);
  const remove = useAction(deletePhoto, refetch);

  const tell = (text: string, undo?: () => void) =>
    toastStore.show({ text, action: undo && { label: commonTexts.undo, onAct: undo } });
  const complain = (error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' });

  const placeInProfile = async (photo: Photo): Promise<EndedAssessment> => {
    const { wasFirstProfileSet } = await toProfile.run(photo._id);
    const refundTokens = await watch.settle(photo, 'profile');
    if (wasFirstProfileSet) setFirstProfileMade(true);
    const undoable = !wasFirstProfileSet && photo.section === 'bank' && refundTokens === 0;
    tell(photoViewTexts.moved, undoable ? () => void toBank.run(photo._id).catch(complain) : undefined);
    return { refundTokens, resetOccurred: false };
  };

  const placeInBank = async (photo: Photo): Promise<EndedAssessment> => {
    const { refundTokens, resetOccurred } = await toBank.run(photo._id);
    const all = refundTokens + (await watch.settle(photo, 'bank'));
    const undoable = photo.section === 'profile' && all === 0;
    tell(photoViewTexts.banked, undoable ? () => void toProfile.run(photo._id).catch(complain) : undefined);
    return { refundTokens: all, resetOccurred };
  };

  const deleteForGood = async (photo: Photo): Promise<EndedAssessment> => {
    const { refundTokens, resetOccurred } = await remove.run(photo._id);
    const all = refundTokens + (await watch.settle(photo, 'deleted'));
    tell(photoViewTexts.deleted);
    return { refundTokens: all, resetOccurred };
  };

  const acts = { profile: placeInProfile, bank: placeInBank, deleted: deleteForGood };
  const carryOut = async (asked: MoveQuestion) => {
    const outcome = await acts[destinationOf(asked)](asked.photo);
    setQuestion(null);
    if (outcome.refundTokens > 0 || outcome.resetOccurred) setEnded(outcome);
    onLeft(asked.photo);
  };

  const forgetProblems = () => {
    for (const action of [remove, toBank, toProfile]) action.reset();
  };
  const ask = (asked: MoveQuestion) => {
    forgetProblems();
    setQuestion({ ...asked, warning: watch.warningOf(asked.photo, destinationOf(asked)) });
  };

  /** At once, or after a question where the move ends something. */
  const move = async (photo: Photo, to: 'profile' | 'bank') => {
    if (photo.section === 'testing' && !isComplete(photo)) return ask({ kind: 'end', photo, to });
    if (watch.warningOf(photo, to)) return ask({ kind: 'move', photo, to });
    await carryOut({ kind: 'move', photo, to }).catch(complain);
  };

  const finish = async (photo: Photo) => {
    try {
      await back.run(photo._id);
      tell(photoViewTexts.returned);
      onLeft(photo);
    } catch (error) {
      complain(error);
    }
  };

  return {
    question,
    ended,
    firstProfileMade,
    busy: toProfile.busy || toBank.busy || back.busy || remove.busy,
    problem: remove.error ?? toBank.error ?? toProfile.error,
    putInProfile: (photo: Photo) => move(photo, 'profile'),
    putInBank: (photo: Photo) => move(photo, 'bank'),
    finish,
    ask,
    // After a failure the dialog stays open and says what happened.
    answerYes: async () => question && carryOut(question).catch(() => undefined),
    answerNo: () => {
      forgetProblems();
      setQuestion(null);
    },
    endedSeen: () => setEnded(null),
  };
}

export type PhotoMoves = ReturnType<typeof usePhotoMoves>;
