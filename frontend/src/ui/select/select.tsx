import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import styles from './select.module.css';

interface SelectProps<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The platform's own list: right on a phone, with a keyboard and with a screen reader. */
export function Select<Value extends string>({ label, options, value, onChange }: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
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
  );
}
