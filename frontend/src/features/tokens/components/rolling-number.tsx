import NumberFlow from '@number-flow/react';
import { formatTokens } from '../../../lib/format/format';
import { language } from '../../../lib/language/language';

const rollMs = 800;

/** A number of at least three digits that roll independently. A screen reader reads the number, not the digits. */
export default function RollingNumber({ value }: { value: number }) {
  return (
    <>
      <span className="sr-only">{formatTokens(value)}</span>
      <NumberFlow
        aria-hidden="true"
        className="relative -top-[-0.05em] wide:top-0"
        value={value}
        locales={language}
        format={{ minimumIntegerDigits: 3, useGrouping: false }}
        transformTiming={{ duration: rollMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
        spinTiming={{ duration: rollMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
        willChange
      />
    </>
  );
}
