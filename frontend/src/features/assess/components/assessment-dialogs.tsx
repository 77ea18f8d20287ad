import { Coins } from 'lucide-react';
import { useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import styles from './assessment-dialogs.module.css';

interface AssessmentDialogsProps {
  hasBenchmarks: boolean;
  leaving: boolean;
  /** Null until the submission has been accepted. */
  earnedTokens: number | null;
  onStay: () => void;
  onLeave: () => void;
  onDone: () => void;
}

const introducedKey = 'benchmarksIntroduced';

export function AssessmentDialogs(props: AssessmentDialogsProps) {
  const [introduced, setIntroduced] = useState(() => sessionStorage.getItem(introducedKey) === 'true');
  const introduce = () => {
    sessionStorage.setItem(introducedKey, 'true');
    setIntroduced(true);
  };
  return (
    <>
      <ConfirmDialog
        open={props.hasBenchmarks && !introduced}
        title={assessTexts.benchmarkTitle}
        text={assessTexts.benchmarkText}
        confirm={assessTexts.benchmarkGotIt}
        onConfirm={introduce}
        onCancel={introduce}
      />
      <ConfirmDialog
        open={props.leaving}
        danger
        title={assessTexts.cancelTitle}
        text={assessTexts.cancelText}
        confirm={commonTexts.yes}
        cancel={commonTexts.no}
        onConfirm={props.onLeave}
        onCancel={props.onStay}
      />
      <ConfirmDialog
        open={props.earnedTokens !== null}
        title={assessTexts.submittedTitle}
        text={
          <>
            <p>{assessTexts.submittedText(props.earnedTokens ?? 0)}</p>
            <p className={styles.earned} aria-hidden="true">
              <Coins /> +{props.earnedTokens}
            </p>
          </>
        }
        confirm={assessTexts.done}
        onConfirm={props.onDone}
        onCancel={props.onDone}
      />
    </>
  );
}
