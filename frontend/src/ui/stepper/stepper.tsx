import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../icon-button/icon-button';
import styles from './stepper.module.css';

interface StepperProps {
  label: string;
  hint?: string;
  fewerLabel: string;
  moreLabel: string;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

export function Stepper({ label, hint, fewerLabel, moreLabel, value, min, max, disabled, onChange }: StepperProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one row with its legend
    <div className={styles.row} role="group" aria-labelledby={id}>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={styles.control}>
        <IconButton
          variant="tone"
          label={fewerLabel}
          icon={<Minus />}
          disabled={disabled || value <= min}
          onClick={() => onChange(value - 1)}
        />
        <output className={styles.value} aria-live="polite" aria-labelledby={id}>
          {value}
        </output>
        <IconButton
          variant="tone"
          label={moreLabel}
          icon={<Plus />}
          disabled={disabled || value >= max}
          onClick={() => onChange(value + 1)}
        />
      </div>
    </div>
  );
}
