import { useId } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, options, value, disabled, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="group/segmented-group grid gap-2" disabled={disabled}>
      <legend className="mb-2 p-0 text-14 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-[calc(var(--spacing-target)/2+4px)] bg-tone p-1">
        {options.map((option) => (
          <label key={option.value} className="relative grid min-w-fit flex-[1_1_0]">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <span className="grid min-h-[max(40px,var(--spacing-target-small))] min-w-target cursor-pointer place-items-center rounded-pill px-3 text-center font-medium text-ink-soft transition-[background-color] group-disabled/segmented-group:cursor-not-allowed group-disabled/segmented-group:opacity-50 [input:checked+&]:bg-[light-dark(var(--color-surface),var(--color-tone-strong))] [input:checked+&]:font-bold [input:checked+&]:text-ink [input:checked+&]:[box-shadow:0_1px_2px_rgb(31_26_23/0.14)] forced-colors:[input:checked+&]:outline-2 forced-colors:[input:checked+&]:outline-[Highlight] [input:focus-visible+&]:outline-2 [input:focus-visible+&]:outline-offset-1 [input:focus-visible+&]:outline-accent-ink">
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
