import { Coins } from 'lucide-react';
import { Suspense } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { tokensTexts } from '../../../lib/texts/tokens';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './pack-list.module.css';
import { RollingNumber } from './token-counter';

export function BalanceCard() {
  const balance = useCurrentUser().data?.tokenCount;
  return (
    <section className={styles.card} aria-label={tokensTexts.balance}>
      <div>
        <h2 className={styles.label}>{tokensTexts.balance}</h2>
        <p className={styles.balance} aria-live="polite">
          {balance === undefined ? (
            <Skeleton width={96} height={40} />
          ) : (
            <Suspense fallback={formatTokens(balance)}>
              <RollingNumber value={balance} />
            </Suspense>
          )}
        </p>
      </div>
      <Coins aria-hidden="true" className={styles.icon} />
    </section>
  );
}
