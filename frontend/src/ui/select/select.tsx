import { ChevronDown } from 'lucide-react';
import { type Ref, useId } from 'react';
import { classNames } from '../dom/dom';

interface SelectProps<Value extends string> {
  label: string;
  /** Makes the label visible above the list; by default true if there is a hint. */
  showLabel?: boolean;
  hint?: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  error?: string;
  asField?: boolean;
  ref?: Ref<HTMLSelectElement>;
  value: Value;
  onChange: (value: Value) => void;
}

/** Uses the platform's own list, because it works well on a phone, with a keyboard and with a screen reader. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, showLabel = hint !== undefined, error, asField = false, ref, options, value, onChange } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className={showLabel ? 'text-14 font-medium' : 'sr-only'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          ref={ref}
          className={classNames(
            'w-full appearance-none border border-line-strong bg-surface py-0 pr-11 pl-4 text-ink aria-invalid:border-danger',
            asField ? 'min-h-13 rounded-12 [font-weight:inherit]' : 'min-h-target rounded-pill font-medium',
          )}
          aria-invalid={error ? true : undefined}
          value={value}
          aria-describedby={note === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
        />
      </div>
      {note !== undefined && (
        <span id={`${id}-hint`} className={classNames('text-14', error ? 'text-danger' : 'text-ink-soft')}>
          {note}
        </span>
      )}
    </div>
  );
}
