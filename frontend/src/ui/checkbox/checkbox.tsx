import { type ComponentProps, type ReactNode, useId } from 'react';

interface CheckboxProps extends ComponentProps<'input'> {
  label: ReactNode;
  error?: string;
}

export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label className="flex min-h-target cursor-pointer items-center gap-3" htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          className="m-0 grid size-6 flex-none cursor-pointer appearance-none place-content-center rounded-[7px] border-[1.5px] border-line-strong bg-surface transition-[background-color] before:size-[13px] before:scale-0 before:bg-on-accent before:transition-[scale] before:ease-spring before:[clip-path:polygon(14%_44%,0_62%,42%_100%,100%_14%,82%_0,40%_68%)] aria-invalid:border-danger checked:border-accent checked:bg-accent checked:before:scale-100"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className="text-14 text-danger" id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  );
}
