import { formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { costOf, minutesOf, problemOf, type RunningNow } from '../hooks/settings-rules';
import styles from './profile-setup.module.css';

interface SetupFooterProps {
  evaluators: number;
  running: RunningNow | undefined;
  balanceTokens: number;
  busy: boolean;
  /** A run is as the settings say already. */
  unchanged: boolean;
  onAssess: () => void;
  onBuyTokens: () => void;
}

/** What it costs and how long it takes, and the way on: to the start, or to more tokens. */
export function SetupFooter(props: SetupFooterProps) {
  const { evaluators, running, balanceTokens, busy, onAssess, onBuyTokens } = props;
  const cost = costOf(evaluators, running);
  const missing = Math.max(0, cost - balanceTokens);
  const [label, busyLabel] = running ? [texts.update, texts.updating] : [texts.assess, texts.starting];
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{texts.cost}</dt>
          <dd aria-live="polite">
            {cost < 0 ? texts.back(-cost) : texts.costOf(cost)}
            <small>{missing > 0 ? texts.short(missing) : texts.balance(balanceTokens)}</small>
          </dd>
        </div>
        <div>
          <dt>{texts.time}</dt>
          <dd>{formatMinutes(minutesOf(evaluators, running))}</dd>
        </div>
      </dl>
      {missing > 0 ? (
        <div className={styles.choices}>
          <Button onClick={onBuyTokens}>{texts.buyTokens}</Button>
          <LinkButton to="/feed" variant="primary">
            {texts.assessOthers}
          </LinkButton>
        </div>
      ) : (
        <Button
          variant="primary"
          block
          busy={busy}
          disabled={props.unchanged || problemOf(evaluators, cost, balanceTokens) !== null}
          onClick={onAssess}
        >
          {busy ? busyLabel : label}
        </Button>
      )}
    </>
  );
}
