import { CASE_URGENCY, RATING_REPORT_REASONS } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { queryKeys } from '../../lib/query/keys';
import { useAction } from '../../lib/query/use-action';
import { commonTexts } from '../../lib/texts/common';
import { safetyTexts, withinWords } from '../../lib/texts/safety';
import { Button } from '../../ui/button/button';
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog';
import { Sheet } from '../../ui/sheet/sheet';
import { toastStore } from '../../ui/toast/toast-store';
import { hideFromAssessor, showToAssessor } from './blocks';
import type { OwnRating } from './own-rating';
import { ReportSheet } from './report-sheet';
import { sendReport } from './reports';
import styles from './safety.module.css';

interface RatingSheetsProps extends OwnRating {
  open: boolean;
  onClose: () => void;
}

/** Menu of a rating and the sheets that its items open. */
export default function RatingSheets({ open, ratingId, photoId, when, onClose }: RatingSheetsProps) {
  const [reporting, setReporting] = useState(false);
  const [hiding, setHiding] = useState(false);
  const hide = useHide(ratingId);
  const confirm = async () => {
    await hide.run(undefined).then(onClose, () => undefined);
  };
  if (reporting) {
    return (
      <ReportSheet
        open={open}
        title={safetyTexts.ratingReportTitle}
        lead={safetyTexts.ratingReportLead}
        reasons={RATING_REPORT_REASONS}
        send={(words, idempotencyKey) => sendReport({ photoId, ratingId, ...words }, idempotencyKey)}
        next={(reason) => [safetyTexts.sentRatingNext(withinWords(CASE_URGENCY[reason].targetMs))]}
        acts={() => (
          <Button variant="primary" block onClick={onClose}>
            {commonTexts.done}
          </Button>
        )}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <Sheet open={open} title={safetyTexts.ratingTitle} description={when} onClose={onClose}>
        <div className={styles.choices}>
          <Choice
            icon={<Flag />}
            label={safetyTexts.ratingReport}
            hint={safetyTexts.ratingReportHint}
            onClick={() => setReporting(true)}
          />
          <Choice
            icon={<EyeOff />}
            label={safetyTexts.hide}
            hint={safetyTexts.hideHint}
            onClick={() => setHiding(true)}
          />
        </div>
      </Sheet>
      <ConfirmDialog
        open={hiding && open}
        title={safetyTexts.hideTitle}
        text={safetyTexts.hideText}
        confirm={safetyTexts.hideConfirm}
        cancel={commonTexts.cancel}
        busy={hide.busy}
        problem={hide.error === null ? undefined : messageOf(hide.error)}
        onConfirm={confirm}
        onCancel={() => {
          hide.reset();
          setHiding(false);
        }}
      />
    </>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  label: string;
  hint: string;
  onClick: () => void;
}

function Choice({ icon, label, hint, onClick }: ChoiceProps) {
  return (
    <button type="button" className={styles.more} onClick={onClick}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
    </button>
  );
}

/** Hides the person from the assessor who gave the rating. The toast offers to undo it. */
function useHide(ratingId: string) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.blocks() });
  return useAction(
    (_: undefined, idempotencyKey) => hideFromAssessor(ratingId, idempotencyKey),
    (hideId) => {
      refresh();
      const undo = () =>
        showToAssessor(hideId, newIdempotencyKey()).then(
          () => {
            refresh();
            toastStore.show({ text: safetyTexts.shown });
          },
          (error: unknown) => toastStore.show({ text: messageOf(error), tone: 'danger' }),
        );
      toastStore.show({ text: safetyTexts.hidden, action: { label: commonTexts.undo, onAct: () => void undo() } });
    },
  );
}
