import { type ReactNode, useId } from 'react';
import { formatMinutes } from '../../lib/format/format';
import { setupTexts } from '../../lib/texts/setup';
import { Button } from '../../ui/button/button';
import { TokenWays } from '../tokens/token-ways';

interface StartFooterProps {
  /** Cost in tokens; a negative cost is a refund to the owner. */
  cost: number;
  /** Expected minutes until all ratings are in, and their basis; undefined while loading, null if that failed. */
  time: { readonly minutes: number; readonly basis: string } | null | undefined;
  balanceTokens: number;
  missingTokens: number;
  label: string;
  busyLabel: string;
  busy: boolean;
  disabled: boolean;
  onStart: () => void;
  isAssessor: boolean;
  children?: ReactNode;
}

export function StartFooter({ cost, balanceTokens, missingTokens, busy, ...props }: StartFooterProps) {
  const missingId = useId();
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4 [&_dd]:grid [&_dd]:text-20 [&_dd]:leading-[1.3] [&_dd]:font-bold [&_dd]:tabular-nums [&_dt]:text-14 [&_dt]:text-ink-soft [&_small]:text-13 [&_small]:font-medium [&_small]:text-ink-soft">
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
            {props.time ? formatMinutes(props.time.minutes) : props.time === null ? '–' : '…'}
            <small>{props.time === null ? setupTexts.timeUnknown : (props.time?.basis ?? '\u00a0')}</small>
          </dd>
        </div>
      </dl>
      {props.children}
      {missingTokens > 0 && <TokenWays isAssessor={props.isAssessor} />}
      <Button
        variant={missingTokens > 0 ? 'secondary' : 'primary'}
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
