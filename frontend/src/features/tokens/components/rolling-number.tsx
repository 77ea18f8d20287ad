import NumberFlow from '@number-flow/react';
import { formatTokens } from '../../../lib/format/format';
import { language } from '../../../lib/language/language';
import styles from './token-counter.module.css';

const rollMs = 800;

/** At least three digits, each rolling on its own. A screen reader reads the number, not the digits. */
export default function RollingNumber({ value }: { value: number }) {
  return (
    <>
      <span className="visually-hidden">{formatTokens(value)}</span>
      <NumberFlow
        aria-hidden="true"
        className={styles.roll}
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
