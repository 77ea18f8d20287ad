import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../dom/dom';
import { IconButton } from '../icon-button/icon-button';

const fieldClass =
  'w-full rounded-12 border border-line-strong bg-surface px-4 py-3 text-16 text-ink transition-[border-color] placeholder:text-ink-faint placeholder:opacity-100 placeholder-shown:text-ellipsis focus-visible:border-transparent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ink disabled:bg-tone disabled:text-ink-soft in-[.text-field-with-action]:pr-14 aria-invalid:border-danger aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:outline-offset-2';
const inputClass = `min-h-13 ${fieldClass}`;

interface Labelled {
  label: string;
  hint?: string;
  /** Error text, shown instead of the hint. */
  error?: string;
}

export function TextField({ label, hint, error, ...rest }: ComponentProps<'input'> & Labelled) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...fieldProps(id, hint, error)} className={inputClass} />
    </FieldFrame>
  );
}

interface TextAreaProps extends ComponentProps<'textarea'>, Labelled {
  low?: boolean;
}

export function TextArea({ label, hint, error, low = false, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...fieldProps(id, hint, error)}
        className={classNames('field-sizing-content resize-y leading-[1.5]', fieldClass, low ? 'min-h-19' : 'min-h-45')}
      />
    </FieldFrame>
  );
}

interface CodeFieldProps extends ComponentProps<typeof TextField> {
  /** `digits`: only digits are allowed, so a phone shows its number pad. */
  takes: 'digits' | 'letters-too';
}

export function CodeField({ takes, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode={takes === 'digits' ? 'numeric' : 'text'}
      autoComplete={takes === 'digits' ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
    />
  );
}

export function PasswordField({ label, hint, error, ...rest }: ComponentProps<'input'> & Labelled) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="text-field-with-action relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...fieldProps(id, hint, error)}
          type={shown ? 'text' : 'password'}
          className={inputClass}
        />
        <IconButton
          variant="soft"
          floating
          className="top-1 right-1"
          label={shown ? commonTexts.hidePassword : commonTexts.showPassword}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}

interface FieldFrameProps extends Labelled {
  id: string;
  children: ReactNode;
}

/** A label above the field and a hint or problem below it; the field refers to them through `fieldProps`. */
function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1.5">
      <label className="text-14 font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      {(error || hint) && (
        <p className={classNames('text-14 leading-[1.4]', error ? 'text-danger' : 'text-ink-soft')} id={`${id}-note`}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

const fieldProps = (id: string, hint?: string, error?: string) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': hint || error ? `${id}-note` : undefined,
});
