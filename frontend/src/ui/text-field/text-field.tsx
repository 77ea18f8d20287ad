import { Eye, EyeOff } from 'lucide-react';
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { authTexts } from '../../lib/texts/auth';
import { classNames } from '../dom/dom';
import { IconButton } from '../icon-button/icon-button';

const inputClass =
  'min-h-13 w-full rounded-12 border border-line-strong bg-surface px-4 py-3 text-16 text-ink transition-[border-color] placeholder:text-ink-faint placeholder:opacity-100 placeholder-shown:text-ellipsis focus-visible:border-transparent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ink disabled:bg-tone disabled:text-ink-soft in-[.text-field-with-action]:pr-14 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        className={inputClass}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
  error?: string;
  ref?: Ref<HTMLTextAreaElement>;
  /** For a short text beside other fields. */
  low?: boolean;
}

export function TextArea({ label, hint, error, low = false, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        id={id}
        className={classNames(
          'field-sizing-content w-full resize-y rounded-12 border border-line-strong bg-surface px-4 py-3 text-16 leading-[1.5] text-ink transition-[border-color] placeholder:text-ink-faint placeholder:opacity-100 placeholder-shown:text-ellipsis focus-visible:border-transparent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ink disabled:bg-tone disabled:text-ink-soft in-[.text-field-with-action]:pr-14 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
          low ? 'min-h-19' : 'min-h-45',
        )}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

interface CodeFieldProps extends ComponentProps<typeof TextField> {
  /** Digits only: a phone shows its number pad. */
  takes: 'digits' | 'letters-too';
}

/** For codes that are typed, pasted or filled in by the device. */
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

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children: ReactNode;
}

/** A label above the field and a hint or problem below it; the field refers to them through `describedBy`. */
function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1.5">
      <label className="text-14 font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="text-14 leading-[1.4] text-danger" id={`${id}-note`}>
          {error}
        </p>
      ) : (
        hint && (
          <p className="text-14 leading-[1.4] text-ink-soft" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function describedBy(id: string, hint?: string, error?: string): string | undefined {
  return hint || error ? `${id}-note` : undefined;
}

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string;
  hint?: string;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="text-field-with-action relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          className={inputClass}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <IconButton
          variant="soft"
          floating
          className="top-1 right-1"
          label={shown ? authTexts.hidePassword : authTexts.showPassword}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}
