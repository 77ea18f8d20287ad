import { lazy } from 'react';
import { formatTokens } from '../../../lib/format/format';
import { quiet } from '../../../lib/idle/quiet';

/** Rolls once its part of the app has come. Where that does not come, for want of a connection, the number stands still. */
export const RollingNumber = lazy(() =>
  quiet()
    .then(() => import('./rolling-number'))
    .catch(() => ({ default: StillNumber })),
);

function StillNumber({ value }: { value: number }) {
  return <>{formatTokens(value)}</>;
}
