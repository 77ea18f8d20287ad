import { type CurrentUser, PRODUCT } from '@candid/contracts';
import { messageOf } from '../../../../lib/api/errors';
import { commonTexts } from '../../../../lib/texts/common';
import { dialogTexts } from '../../../../lib/texts/dialogs';
import { refundOf } from '../../../../shared/scores/scores';
import { ConfirmDialog } from '../../../../ui/confirm-dialog/confirm-dialog';
import type { MoveQuestion, PhotoMoves } from '../../hooks/use-photo-moves';
import { isUnlocked } from '../../move-rules';

export function MoveDialogs({ user, moves }: { user: CurrentUser | undefined; moves: PhotoMoves }) {
  const { question, ended } = moves;
  const words = question ? wordsOf(question, user) : null;
  return (
    <>
      {words && (
        <ConfirmDialog
          open
          danger
          title={words.title}
          text={[...words.lines, question?.warning].map((line) => line && <p key={line}>{line}</p>)}
          confirm={words.confirm}
          cancel={dialogTexts.keep}
          busy={moves.busy}
          problem={moves.problem ? messageOf(moves.problem) : undefined}
          onConfirm={moves.answerYes}
          onCancel={moves.answerNo}
        />
      )}
      <ConfirmDialog
        open={ended !== null}
        title={dialogTexts.refundTitle}
        text={
          <>
            {ended && ended.refundTokens > 0 && <p>{dialogTexts.refundText(ended.refundTokens)}</p>}
            {ended?.resetOccurred && <p>{dialogTexts.resetText}</p>}
          </>
        }
        confirm={commonTexts.done}
        onConfirm={moves.endedSeen}
      />
    </>
  );
}

function wordsOf({ kind, photo, isReplaced = false }: MoveQuestion, user: CurrentUser | undefined) {
  // Before the first profile, all ratings of a photo are from the first assessment, even after a move.
  const first = !isUnlocked(user) && (photo.section === 'testing' || photo.timesRated > 0);
  if (kind === 'move') {
    return { title: dialogTexts.changeTitle, lines: [], confirm: dialogTexts.changeConfirm };
  }
  if (kind === 'delete') {
    return {
      title: isReplaced ? dialogTexts.replacedTitle : dialogTexts.deleteTitle,
      lines: [
        ...(isReplaced ? [dialogTexts.replacedText] : []),
        dialogTexts.deleteText,
        ...(first ? [dialogTexts.firstWarningText] : []),
      ],
      confirm: dialogTexts.deleteConfirm,
    };
  }
  const { firstWarningTitle, firstWarningText, firstWarningConfirm } = dialogTexts;
  if (first) return { title: firstWarningTitle, lines: [firstWarningText], confirm: firstWarningConfirm };
  const lines = [dialogTexts.endText(refundOf(photo, PRODUCT.pricePerAssessorTokens))];
  return { title: dialogTexts.endTitle, lines, confirm: dialogTexts.endConfirm };
}
