import { useId } from 'react';
import { longDayOf } from '../../lib/language/language';

interface DayFieldProps {
  label: string;
  /** A day such as `2026-03-07`, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** Writes a day such as `2026-03-07` in words. Noon in local time avoids a shift to another calendar day. */
export const dayInWords = (day: string): string => longDayOf(new Date(`${day}T12:00:00`));

/** Shows the day in words, too, because the browser may show it with the month first. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-14 text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="2999-12-31"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-target max-w-full min-w-0 rounded-pill border border-line-strong bg-surface px-3 py-0 text-16 text-ink tabular-nums focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ink"
      />
      {value && <span className="text-14 text-ink-soft">{dayInWords(value)}</span>}
    </div>
  );
}
