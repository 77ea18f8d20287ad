import { Slider as RadixSlider } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { classNames } from '../class-names/class-names';
import styles from './slider.module.css';
import { stepFromBlank, typedValue } from './slider-keys';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  /** Null: nobody has touched it; the thumb rests hollow at `restAt`. */
  value: number | null;
  restAt: number;
  /** What a screen reader says for the value. */
  valueText: string;
  /** Colours the filled part, e.g. by score band. */
  tone?: 1 | 2 | 3 | 4;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Whole numbers from `min` to `max`, blank until first touched; digits typed on a keyboard set the value. */
export function Slider({ label, min, max, value, restAt, valueText, tone, disabled, onChange }: SliderProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const next =
      (value === null ? stepFromBlank(event.key, restAt, min, max) : null) ?? typedValue(event, value, min, max);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <RadixSlider.Root
      className={classNames(styles.root, value === null && styles.blank, tone && styles[`tone${tone}`])}
      min={min}
      max={max}
      step={1}
      value={[value ?? restAt]}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(Math.round(next))}
      // A tap where the hollow thumb rests changes nothing for the library, yet it is an answer.
      onPointerUp={() => value === null && Number.isInteger(restAt) && onChange(restAt)}
      onKeyDownCapture={onKeyDown}
    >
      <RadixSlider.Track className={styles.track}>
        <RadixSlider.Range className={styles.range} />
      </RadixSlider.Track>
      <RadixSlider.Thumb className={styles.thumb} aria-label={label} aria-valuetext={valueText} />
    </RadixSlider.Root>
  );
}
