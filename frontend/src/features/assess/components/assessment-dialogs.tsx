import { CloudUpload, Coins } from 'lucide-react';
import { useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog';
import type { useAssessment } from '../hooks/use-assessment';
import { BenchmarkMark } from './photo-marks';

const introducedKey = 'benchmarksIntroduced';

export function useBenchmarkIntroduction(hasBenchmarks: boolean) {
  const [introduced, setIntroduced] = useState(() => sessionStorage.getItem(introducedKey) === 'true');
  return {
    open: hasBenchmarks && !introduced,
    close: () => {
      sessionStorage.setItem(introducedKey, 'true');
      setIntroduced(true);
    },
  };
}

type Assessing = ReturnType<typeof useAssessment>;

interface AssessmentDialogsProps extends Pick<Assessing, 'earnedTokens' | 'unrewarded' | 'payable' | 'waitsFor'> {
  introduction: ReturnType<typeof useBenchmarkIntroduction>;
  leaving: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDone: () => void;
}

export function AssessmentDialogs(props: AssessmentDialogsProps) {
  const { introduction, leaving, earnedTokens, unrewarded, payable, waitsFor, onStay, onLeave, onDone } = props;
  // Rewards are paid in the order they were earned, so the unpaid tokens are the latest ones.
  const paidTokens = Math.max(0, (earnedTokens ?? 0) - payable);
  return (
    <>
      <ConfirmDialog
        open={introduction.open}
        title={assessTexts.benchmarkTitle}
        text={
          <>
            <p className="*:static! *:bg-ink! *:pr-3 *:text-ground!">
              <BenchmarkMark average={null} />
            </p>
            <p>{assessTexts.benchmarkText}</p>
          </>
        }
        confirm={assessTexts.benchmarkGotIt}
        onConfirm={introduction.close}
      />
      <ConfirmDialog
        open={leaving}
        danger
        title={assessTexts.cancelTitle}
        text={assessTexts.cancelText}
        confirm={commonTexts.yes}
        cancel={commonTexts.no}
        onConfirm={onLeave}
        onCancel={onStay}
      />
      <ConfirmDialog
        open={earnedTokens !== null}
        title={assessTexts.submittedTitle}
        text={
          unrewarded ? (
            <p>{assessTexts.submittedUnrewarded}</p>
          ) : (
            <>
              <p>{assessTexts.submittedText(earnedTokens ?? 0)}</p>
              {payable > 0 && <p>{assessTexts.submittedPayable(payable)}</p>}
              {paidTokens > 0 && (
                <p
                  className="flex animate-pop items-center justify-center gap-3 rounded-16 bg-accent-soft p-5 text-40 leading-none font-heavy text-accent-ink tabular-nums [&_svg]:size-9 [&_svg]:stroke-[1.75]"
                  aria-hidden="true"
                >
                  <Coins /> +{paidTokens}
                </p>
              )}
            </>
          )
        }
        confirm={assessTexts.done}
        onConfirm={onDone}
      />
      <ConfirmDialog
        open={waitsFor !== null}
        title={assessTexts.keptTitle}
        text={
          <>
            <p>{waitsFor === 'connection' ? assessTexts.keptOffline : assessTexts.keptUntaken}</p>
            <p
              className="grid place-items-center rounded-16 bg-tone p-5 text-ink-soft [&_svg]:size-9 [&_svg]:stroke-[1.75]"
              aria-hidden="true"
            >
              <CloudUpload />
            </p>
          </>
        }
        confirm={assessTexts.done}
        onConfirm={onDone}
      />
    </>
  );
}
