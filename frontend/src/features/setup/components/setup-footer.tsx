import { PRODUCT } from '@candid/contracts';
import type { SentBytes } from '../../../lib/api/counted-transport';
import { setupTexts } from '../../../lib/texts/setup';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import setup from '../../../ui/setup/setup.module.css';
import { StartFooter } from '../../../ui/setup/start-footer';
import { costOf, minutesOf, type Readiness, type SettingsDraft } from '../hooks/assessment-rules';

interface SetupFooterProps {
  settings: SettingsDraft;
  photoCount: number;
  readiness: Readiness;
  balanceTokens: number;
  first: boolean;
  busy: boolean;
  /** Of the pictures that are uploaded with it. */
  sent: SentBytes | null;
  onAssess: () => void;
  onBuyTokens: () => void;
}

export function SetupFooter({ settings, readiness, sent, ...props }: SetupFooterProps) {
  return (
    <StartFooter
      cost={costOf(settings, props.first ? PRODUCT.firstAssessmentPhotos : props.photoCount)}
      minutes={minutesOf(settings)}
      balanceTokens={props.balanceTokens}
      missingTokens={readiness.missingTokens}
      label={setupTexts.assess}
      busyLabel={setupTexts.starting}
      busy={props.busy}
      disabled={!readiness.ready}
      onStart={props.onAssess}
      onBuyTokens={props.onBuyTokens}
    >
      {readiness.missingPhotos > 0 && (
        <p className={setup.hint} role="status">
          {setupTexts.hint(readiness.missingPhotos)}
        </p>
      )}
      {props.busy && (
        <ProgressBar
          label={setupTexts.starting}
          share={sent && sent.sent < sent.total ? sent.sent / sent.total : null}
          words={setupTexts.startingWords}
        />
      )}
    </StartFooter>
  );
}
