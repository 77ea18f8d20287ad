import { useId } from 'react';
import styles from './day-field.module.css';

interface DayFieldProps {
  label: string;
  /** `2026-03-07`, or nothing. */
  value: string;
  onChange: (day: string) => void;
}

export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="2999-12-31"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={styles.day}
      />
    </div>
  );
}
