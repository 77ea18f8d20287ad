import { PRODUCT } from '@candid/contracts';
import type { SentBytes } from '../../../lib/api/counted-transport';
import { formatMinutes } from '../../../lib/format/format';
import { setupTexts } from '../../../lib/texts/setup';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { costOf, minutesOf, type Readiness, type SettingsDraft } from '../hooks/assessment-rules';
import styles from './assessment-setup.module.css';

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

export function SetupFooter(props: SetupFooterProps) {
  const { settings, readiness, balanceTokens, sent } = props;
  const short = readiness.missingTokens > 0;
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{setupTexts.cost}</dt>
          <dd>
            {setupTexts.costOf(costOf(settings, props.first ? PRODUCT.firstAssessmentPhotos : props.photoCount))}
            <small>{short ? setupTexts.short(readiness.missingTokens) : setupTexts.balance(balanceTokens)}</small>
          </dd>
        </div>
        <div>
          <dt>{setupTexts.time}</dt>
          <dd>{formatMinutes(minutesOf(settings))}</dd>
        </div>
      </dl>
      {readiness.missingPhotos > 0 && (
        <p className={styles.hint} role="status">
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
      {short ? (
        <div className={styles.choices}>
          <Button onClick={props.onBuyTokens}>{setupTexts.buyTokens}</Button>
          <LinkButton to="/feed" variant="primary">
            {setupTexts.assessOthers}
          </LinkButton>
        </div>
      ) : (
        <Button variant="primary" block busy={props.busy} disabled={!readiness.ready} onClick={props.onAssess}>
          {props.busy ? setupTexts.starting : setupTexts.assess}
        </Button>
      )}
    </>
  );
}
