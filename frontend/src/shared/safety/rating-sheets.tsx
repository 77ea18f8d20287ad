import { CASE_URGENCY, RATING_REPORT_REASONS, reportsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { formatDateTime } from '../../lib/format/format';
import { useAct } from '../../lib/query/use-act';
import { forget, useRead } from '../../lib/query/use-read';
import { commonTexts } from '../../lib/texts/common';
import { safetyTexts, withinWords } from '../../lib/texts/safety';
import { Button } from '../../ui/button/button';
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog';
import { Sheet } from '../../ui/sheet/sheet';
import { toastStore } from '../../ui/toast/toast-store';
import { undo } from './blocks';
import { ReportSheet } from './report-sheet';
import { moreClass, wordsClass } from './safety-classes';

export interface OwnRating {
  readonly ratingId: string;
  readonly photoId: string;
  readonly ratedAt: string;
}

interface RatingSheetsProps extends OwnRating {
  open: boolean;
  onClose: () => void;
}

export default function RatingSheets({ open, ratingId, photoId, ratedAt, onClose }: RatingSheetsProps) {
  const [reporting, setReporting] = useState(false);
  const [hiding, setHiding] = useState(false);
  const show = useShowAgain();
  const hide = useHide(show);
  // All ratings of a submission have the same time, and hiding their assessor hides them all.
  const hidden = useRead(reportsRoutes.listBlocks, {}).data?.hiddenAssessors.find((one) => one.ratedAt === ratedAt);
  const close = () => {
    setHiding(false);
    onClose();
  };
  if (reporting) {
    return (
      <ReportSheet
        open={open}
        title={safetyTexts.ratingReport}
        lead={safetyTexts.ratingReportLead}
        reasons={RATING_REPORT_REASONS}
        reported={{ photoId, ratingId }}
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
      <Sheet open={open} title={safetyTexts.ratingTitle} description={formatDateTime(ratedAt)} onClose={onClose}>
        <div className="safety-choices">
          <Choice
            icon={<Flag />}
            label={safetyTexts.ratingReport}
            hint={safetyTexts.ratingReportHint}
            onClick={() => setReporting(true)}
          />
          {hidden ? (
            <Choice
              icon={<Eye />}
              label={safetyTexts.show}
              hint={safetyTexts.hiddenSince(formatDateTime(hidden.hiddenAt))}
              onClick={() => {
                onClose();
                void show(hidden.hideId);
              }}
            />
          ) : (
            <Choice
              icon={<EyeOff />}
              label={safetyTexts.hide}
              hint={safetyTexts.hideHint}
              onClick={() => setHiding(true)}
            />
          )}
        </div>
      </Sheet>
      <ConfirmDialog
        open={hiding && open}
        danger
        title={safetyTexts.hideTitle}
        text={safetyTexts.hideText}
        confirm={safetyTexts.hideConfirm}
        cancel={commonTexts.cancel}
        busy={hide.busy}
        problem={hide.error === null ? undefined : messageOf(hide.error)}
        onConfirm={() => hide.run({ body: { ratingId } }).then(close, () => undefined)}
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
    <button type="button" className={moreClass} onClick={onClick}>
      <span aria-hidden="true">{icon}</span>
      <span className={wordsClass}>
        <span className="font-medium">{label}</span>
        <span className="text-14 text-ink-soft">{hint}</span>
      </span>
    </button>
  );
}

function useShowAgain() {
  const queryClient = useQueryClient();
  return async (hideId: string): Promise<void> => {
    try {
      await undo(reportsRoutes.showToAssessor, { params: { hideId }, idempotencyKey: newIdempotencyKey() });
      toastStore.show({ text: safetyTexts.shown });
    } catch (error) {
      toastStore.show({ text: messageOf(error), tone: 'danger' });
    }
    void forget(queryClient, reportsRoutes.listBlocks);
  };
}

function useHide(showAgain: (hideId: string) => Promise<void>) {
  const queryClient = useQueryClient();
  return useAct(reportsRoutes.hideFromAssessor, ({ hideId }) => {
    void forget(queryClient, reportsRoutes.listBlocks);
    const action = { label: commonTexts.undo, onAct: () => void showAgain(hideId) };
    toastStore.show({ text: safetyTexts.hidden, action });
  });
}
