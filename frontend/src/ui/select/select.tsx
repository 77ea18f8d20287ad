import { ChevronDown } from 'lucide-react';
import { type Ref, useId } from 'react';
import { classNames } from '../dom/dom';
import styles from './select.module.css';

interface SelectProps<Value extends string> {
  label: string;
  /** Shows the label above the list; so does a hint. */
  showLabel?: boolean;
  /** Displayed below the list. */
  hint?: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  /** Error message, displayed instead of the hint. */
  error?: string;
  /** Matches the height and width of text fields. */
  asField?: boolean;
  ref?: Ref<HTMLSelectElement>;
  value: Value;
  onChange: (value: Value) => void;
}

/** The platform's own list, because it works well on a phone, with a keyboard and with a screen reader. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, showLabel = hint !== undefined, error, asField = false, ref, options, value, onChange } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={showLabel ? styles.label : 'visually-hidden'}>
        {label}
      </label>
      <div className={styles.frame}>
        <select
          id={id}
          ref={ref}
          className={classNames(styles.select, asField && styles.asField)}
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
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </div>
      {note !== undefined && (
        <span id={`${id}-hint`} className={classNames(styles.hint, error && styles.error)}>
          {note}
        </span>
      )}
    </div>
  );
}
