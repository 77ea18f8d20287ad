import { lazy, Suspense } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { quiet } from '../../../lib/idle/quiet';
import { commonTexts } from '../../../lib/texts/common';
import { useCurrentUser } from '../../../lib/user/current-user';

export function TokenCounter() {
  const balance = useCurrentUser().data?.tokenCount;
  if (balance === undefined) return commonTexts.navBalance;
  return (
    <>
      {commonTexts.navTokens}{' '}
      <span className="inline-flex h-[1.2em] items-center font-heavy tabular-nums">
        <Suspense fallback={formatTokens(balance)}>
          <RollingNumber value={balance} />
        </Suspense>
      </span>
    </>
  );
}

/** The number rolls once its chunk has loaded. If the chunk does not load, the number changes without motion. */
export const RollingNumber = lazy(() =>
  quiet()
    .then(() => import('./rolling-number'))
    .catch(() => ({ default: StillNumber })),
);

function StillNumber({ value }: { value: number }) {
  return <>{formatTokens(value)}</>;
}
