import { Suspense } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { commonTexts } from '../../../lib/texts/common';
import { useCurrentUser } from '../../../lib/user/current-user';
import { RollingNumber } from './lazy-rolling-number';
import styles from './token-counter.module.css';

/** "Tokens: 040" in the navigation; rolls to a new balance in 0.8 s. */
export function TokenCounter() {
  const balance = useCurrentUser().data?.tokenCount;
  if (balance === undefined) return commonTexts.navBalance;
  return (
    <>
      {commonTexts.navTokens}{' '}
      <span className={styles.digits}>
        <Suspense fallback={formatTokens(balance)}>
          <RollingNumber value={balance} />
        </Suspense>
      </span>
    </>
  );
}
