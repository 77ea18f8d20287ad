import NumberFlow from '@number-flow/react';

const rollMs = 800;

/** At least three digits, each rolling on its own. */
export default function RollingNumber({ value }: { value: number }) {
  return (
    <NumberFlow
      value={value}
      locales="en"
      format={{ minimumIntegerDigits: 3, useGrouping: false }}
      transformTiming={{ duration: rollMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
      spinTiming={{ duration: rollMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
      willChange
    />
  );
}
