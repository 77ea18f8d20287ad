import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { authTexts } from '../../lib/texts/auth';
import { IconButton } from '../icon-button/icon-button';
import { describedBy, FieldFrame } from './text-field';
import { inputClass } from './text-field-classes';

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
