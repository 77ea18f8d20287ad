import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-target items-center gap-4">
      <label htmlFor={id} className="grid flex-1 cursor-pointer content-center self-stretch">
        <span className="font-medium">{label}</span>
        {hint && (
          <span className="text-14 text-ink-soft" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative m-0 h-8 w-13 flex-none cursor-pointer appearance-none rounded-pill border border-line-strong bg-tone transition-[background-color] duration-(--motion-base) after:absolute after:top-0.5 after:left-0.5 after:size-6.5 after:rounded-full after:bg-line-strong after:transition-[translate] after:duration-(--motion-base) after:ease-out checked:border-accent checked:bg-accent checked:after:translate-x-5 checked:after:bg-surface disabled:cursor-not-allowed disabled:opacity-45"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
