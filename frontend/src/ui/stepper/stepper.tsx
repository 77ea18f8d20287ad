import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { setupTexts } from '../../lib/texts/setup';
import { IconButton } from '../icon-button/icon-button';

interface StepperProps {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Input for a number of assessors. */
export function Stepper({ label, hint, value, min, max, disabled, onChange }: StepperProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset and its legend cannot share a row
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1" role="group" aria-labelledby={id}>
      <div className="grid flex-[1_1_5rem]">
        <span id={id} className="font-medium">
          {label}
        </span>
        {hint && <span className="text-14 text-ink-soft">{hint}</span>}
      </div>
      <div className="ml-auto flex items-center">
        <IconButton
          variant="tone"
          label={setupTexts.fewer}
          icon={<Minus />}
          disabled={disabled || value <= min}
          onClick={() => onChange(value - 1)}
        />
        <output className="min-w-11 text-center text-20 font-bold tabular-nums" aria-live="polite" aria-labelledby={id}>
          {value}
        </output>
        <IconButton
          variant="tone"
          label={setupTexts.more}
          icon={<Plus />}
          disabled={disabled || value >= max}
          onClick={() => onChange(value + 1)}
        />
      </div>
    </div>
  );
}
