import { useForm } from 'react-hook-form';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { TextField } from '../../../ui/text-field/text-field';
import { isEmail } from '../form-rules';
import { useSendAgain } from '../use-send-again';

interface EmailFormProps {
  label: string;
  placeholder: string;
  submit: string;
  submitting: string;
  sent: string;
  /** Returns what follows `sent`, for the address of the mail. */
  adviceTo?: (email: string) => string;
  send: (email: string) => Promise<unknown>;
  onSent?: () => void;
  failureOf: (error: unknown) => string;
  onFocus?: () => void;
}

export function EmailForm(props: EmailFormProps) {
  const { label, placeholder, submit, submitting, sent, adviceTo, send, onSent, failureOf, onFocus } = props;
  const form = useForm({ defaultValues: { email: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const { errors, isSubmitting } = form.formState;
  const again = useSendAgain(form.watch('email').trim(), submit);

  const sendForm = form.handleSubmit(
    async ({ email }) => {
      if (again.waits) return;
      setOutcome(null);
      try {
        const address = email.trim();
        await send(address);
        setOutcome({ done: true, text: sent, advice: adviceTo?.(address) });
        again.onSent();
        onSent?.();
      } catch (error) {
        setOutcome({ done: false, text: failureOf(error) });
      }
    },
    () => setOutcome(null),
  );

  return (
    <form className="grid gap-4" onSubmit={sendForm} onFocus={onFocus} noValidate>
      <TextField
        label={label}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        placeholder={placeholder}
        error={errors.email?.message}
        {...form.register('email', { validate: (email) => isEmail(email.trim()) || authTexts.invalidEmail })}
      />
      <OutcomeNotice outcome={outcome} />
      <Button
        type="submit"
        variant={again.isSent ? 'secondary' : 'primary'}
        block
        busy={isSubmitting}
        unready={again.waits}
      >
        {isSubmitting ? submitting : again.label}
      </Button>
    </form>
  );
}
