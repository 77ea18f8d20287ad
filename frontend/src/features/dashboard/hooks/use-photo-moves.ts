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

/** What waits for the person's yes. */
export interface MoveQuestion {
  readonly kind: 'end' | 'delete';
  readonly photo: Photo;
}

/** Where the photos go: what can be taken back happens at once, what cannot asks first. */
export function usePhotoMoves(onLeft: (photo: Photo) => void) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  const [ended, setEnded] = useState<EndedAssessment | null>(null);
  const [firstProfileMade, setFirstProfileMade] = useState(false);

  const refetch = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.photos() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.user(userId) }),
    ]);
  };
  const toProfile = useAction(moveToProfile, refetch);
  const toBank = useAction(moveToBank, refetch);
  const back = useAction(returnPhoto, refetch);
  const remove = useAction(deletePhoto, refetch);

  const tell = (text: string, undo?: () => void) =>
    toastStore.show({ text, action: undo && { label: commonTexts.undo, onAct: undo } });
  const complain = (error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' });

  const putInProfile = async (photo: Photo) => {
    try {
      const { wasFirstProfileSet } = await toProfile.run(photo._id);
      if (wasFirstProfileSet) setFirstProfileMade(true);
      const undoable = !wasFirstProfileSet && photo.section === 'bank';
      tell(photoViewTexts.moved, undoable ? () => void toBank.run(photo._id).catch(complain) : undefined);
      onLeft(photo);
    } catch (error) {
      complain(error);
    }
  };

  const putInBank = async (photo: Photo) => {
    if (photo.section === 'testing') return setQuestion({ kind: 'end', photo });
    try {
      await toBank.run(photo._id);
      tell(photoViewTexts.banked, () => void toProfile.run(photo._id).catch(complain));
      onLeft(photo);
    } catch (error) {
      complain(error);
    }
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

  const answerYes = async () => {
    if (!question) return;
    const action = question.kind === 'delete' ? remove : toBank;
    try {
      const outcome = await action.run(question.photo._id);
      setQuestion(null);
      if (question.kind === 'delete') tell(photoViewTexts.deleted);
      if (outcome.refundTokens > 0 || outcome.resetOccurred) setEnded(outcome);
      onLeft(question.photo);
    } catch {
      // The dialog stays open and says what happened.
    }
  };

  return {
    question,
    ended,
    firstProfileMade,
    busy: toProfile.busy || toBank.busy || back.busy || remove.busy,
    problem: remove.error ?? toBank.error,
    putInProfile,
    putInBank,
    finish,
    ask: setQuestion,
    answerYes,
    answerNo: () => {
      remove.reset();
      toBank.reset();
      setQuestion(null);
    },
    endedSeen: () => setEnded(null),
  };
}

export type PhotoMoves = ReturnType<typeof usePhotoMoves>;
