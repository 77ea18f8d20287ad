import { type ReactNode, useId } from 'react';
import { formatMinutes } from '../../lib/format/format';
import { setupTexts } from '../../lib/texts/setup';
import { Button } from '../../ui/button/button';
import { TokenWays } from '../tokens/token-ways';
import styles from './setup.module.css';

interface StartFooterProps {
  /** Cost in tokens; a negative cost comes back to the owner. */
  cost: number;
  minutes: number;
  /** Four of five recent assessments took no longer; undefined if that is not known. */
  minutesOfMost?: number | undefined;
  balanceTokens: number;
  missingTokens: number;
  label: string;
  busyLabel: string;
  busy: boolean;
  disabled: boolean;
  onStart: () => void;
  isAssessor: boolean;
  /** Shown between the figures and the button. */
  children?: ReactNode;
}

/** Shows the cost and the expected time of an assessment, and starts it. If tokens are missing, it says how to get them. */
export function StartFooter({ cost, balanceTokens, missingTokens, busy, ...props }: StartFooterProps) {
  const missingId = useId();
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{setupTexts.cost}</dt>
          <dd aria-live="polite">
            {cost < 0 ? setupTexts.back(-cost) : setupTexts.costOf(cost)}
            <small id={missingId}>
              {missingTokens > 0 ? setupTexts.short(missingTokens) : setupTexts.balance(balanceTokens)}
            </small>
          </dd>
        </div>
        <div>
          <dt>{setupTexts.time}</dt>
          <dd aria-live="polite">
            {formatMinutes(props.minutes)}
            {props.minutesOfMost !== undefined && (
              <small>{setupTexts.mostWithin(formatMinutes(props.minutesOfMost))}</small>
            )}
          </dd>
        </div>
      </dl>
      {props.children}
      {missingTokens > 0 && <TokenWays isAssessor={props.isAssessor} />}
      <Button
        variant="primary"
        block
        busy={busy}
        disabled={props.disabled}
        aria-describedby={missingTokens > 0 ? missingId : undefined}
        onClick={props.onStart}
      >
        {busy ? props.busyLabel : props.label}
      </Button>
    </>
  );
}
