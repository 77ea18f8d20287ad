import { lazy, Suspense } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { quiet } from '../../../lib/idle/quiet';
import { commonTexts } from '../../../lib/texts/common';
import { useCurrentUser } from '../../../lib/user/current-user';
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

/** Rolls once its part of the app has come. Where that does not come, for want of a connection, the number stands still. */
export const RollingNumber = lazy(() =>
  quiet()
    .then(() => import('./rolling-number'))
    .catch(() => ({ default: StillNumber })),
);

function StillNumber({ value }: { value: number }) {
  return <>{formatTokens(value)}</>;
}
