import { type AssessedPhoto, CASE_URGENCY, PHOTO_REPORT_REASONS, type ReportReason } from '@candid/contracts';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { commonTexts } from '../../../lib/texts/common';
import { safetyTexts, withinWords } from '../../../lib/texts/safety';
import { ReportSheet } from '../../../shared/safety/report-sheet';
import { moreClass } from '../../../shared/safety/safety-classes';
import { Button } from '../../../ui/button/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import type { PhotoReportState } from '../hooks/use-photo-report';
import { photosToRate } from '../open-assessment';

interface PhotoReportProps {
  report: PhotoReportState;
  photo: AssessedPhoto;
  isRating: boolean;
}

export default function PhotoReport({ report, photo, isRating }: PhotoReportProps) {
  const [asking, setAsking] = useState(false);
  const { block } = report;
  const next = (reason: ReportReason) => [
    unseenWords(photo, report.isProfile),
    safetyTexts.sentNext(withinWords(CASE_URGENCY[reason].targetMs)),
    ...(isRating && report.hasOthers() ? [safetyTexts.ratingsKept] : []),
  ];
  return (
    <>
      <ReportSheet
        key={photo._id}
        open={report.isOpen}
        title={safetyTexts.title}
        lead={safetyTexts.lead}
        reasons={PHOTO_REPORT_REASONS}
        reported={{ photoId: photo._id }}
        onOutcome={report.end}
        onClose={report.close}
        next={next}
        more={
          <button type="button" className={moreClass} onClick={() => setAsking(true)}>
            <EyeOff aria-hidden="true" />
            {safetyTexts.block}
          </button>
        }
        acts={() => (
          <>
            <Button variant="primary" block onClick={report.close}>
              {report.hasOthers() ? safetyTexts.othersNext : safetyTexts.nextPerson}
            </Button>
            <Button variant="quiet" block icon={<EyeOff />} onClick={() => setAsking(true)}>
              {safetyTexts.block}
            </Button>
          </>
        )}
      />
      <ConfirmDialog
        open={asking && report.isOpen}
        danger
        title={safetyTexts.blockTitle}
        text={safetyTexts.blockText}
        confirm={safetyTexts.blockConfirm}
        cancel={commonTexts.cancel}
        busy={block.busy}
        problem={block.error === null ? undefined : messageOf(block.error)}
        // After a failure the dialog stays open and shows the error.
        onConfirm={() => void block.run().catch(() => undefined)}
        onCancel={() => {
          block.reset();
          setAsking(false);
        }}
      />
    </>
  );
}

function unseenWords(photo: AssessedPhoto, isProfile: boolean): string {
  if (isProfile) return safetyTexts.needNotComment;
  return photosToRate([photo]).length > 0 ? safetyTexts.needNotRate : safetyTexts.notSeen;
}
