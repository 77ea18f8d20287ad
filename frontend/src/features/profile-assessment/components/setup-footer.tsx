import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { StartFooter } from '../../../ui/setup/start-footer';
import { costOf, minutesOf, problemOf, type RunningNow } from '../hooks/settings-rules';

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

export function SetupFooter({ evaluators, running, balanceTokens, busy, unchanged, ...acts }: SetupFooterProps) {
  const cost = costOf(evaluators, running);
  return (
    <StartFooter
      cost={cost}
      minutes={minutesOf(evaluators, running)}
      balanceTokens={balanceTokens}
      missingTokens={Math.max(0, cost - balanceTokens)}
      label={running ? texts.update : texts.assess}
      busyLabel={running ? texts.updating : texts.starting}
      busy={busy}
      disabled={unchanged || problemOf(evaluators, cost, balanceTokens) !== null}
      onStart={acts.onAssess}
      onBuyTokens={acts.onBuyTokens}
    />
  );
}
