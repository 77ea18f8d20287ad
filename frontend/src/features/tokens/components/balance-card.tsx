import { Coins } from 'lucide-react';
import { Suspense } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { tokensTexts } from '../../../lib/texts/tokens';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { RollingNumber } from './token-counter';

export function BalanceCard() {
  const balance = useCurrentUser().data?.tokenCount;
  return (
    <section
      className="flex items-center justify-between gap-3 rounded-24 bg-accent-soft p-5"
      aria-label={tokensTexts.balance}
    >
      <div>
        <h2 className="text-14 font-medium tracking-normal text-ink-soft">{tokensTexts.balance}</h2>
        <p
          className="flex h-[1.3em] items-center text-40 font-heavy tracking-[-0.02em] tabular-nums max-[301px]:text-28"
          aria-live="polite"
        >
          {balance === undefined ? (
            <Skeleton width={96} height={40} />
          ) : (
            <Suspense fallback={formatTokens(balance)}>
              <RollingNumber value={balance} />
            </Suspense>
          )}
        </p>
      </div>
      <Coins aria-hidden="true" className="size-11 flex-none stroke-[1.5] text-accent-ink max-[301px]:hidden" />
    </section>
  );
}
