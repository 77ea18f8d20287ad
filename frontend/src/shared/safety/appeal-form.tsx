import { MODERATION, reportsRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/call';
import { hasCode, messageOf } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { decisionTexts as texts } from '../../lib/texts/decisions';
import { safetyTexts } from '../../lib/texts/safety';
import { Button } from '../../ui/button/button';
import { Notice, NoticeRegion } from '../../ui/notice/notice';
import { useOutcome } from '../../ui/notice/outcome-notice';
import { TextArea } from '../../ui/text-field/text-field';

interface AppealFormProps {
  /** The token of the link in a mail, or the id of a statement on the screen. */
  subject: { readonly token: string } | { readonly statementId: string };
  onEnd?: () => void;
  onSent?: () => void;
}

export function AppealForm({ subject, onEnd, onSent }: AppealFormProps) {
  const form = useForm({ defaultValues: { text: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const [end, setEnd] = useState<{ text: string; sent: boolean } | null>(null);
  const { errors, isSubmitting } = form.formState;

  const conclude = (reached: NonNullable<typeof end>) => {
    setEnd(reached);
    onEnd?.();
  };

  const submit = form.handleSubmit(async ({ text }) => {
    setOutcome(null);
    try {
      const body = { ...subject, text: text.trim() };
      await call(reportsRoutes.appeal, { body, idempotencyKey: newIdempotencyKey() });
      conclude({ text: texts.appealSent, sent: true });
      onSent?.();
    } catch (error) {
      const over = endOf(error);
      if (over) conclude({ text: over, sent: false });
      else setOutcome({ done: false, text: messageOf(error, texts.appealFailed) });
    }
  });

  return (
    <>
      <NoticeRegion>{end && <Notice tone={end.sent ? 'success' : 'plain'}>{end.text}</Notice>}</NoticeRegion>
      {!end && (
        <form className="grid gap-4" onSubmit={submit} noValidate>
          <TextArea
            label={texts.appealText}
            hint={safetyTexts.characters(form.watch('text').trim().length, MODERATION.appealTextMax)}
            error={errors.text?.message}
            {...form.register('text', { validate: appealProblem })}
          />
          {outcome && <Notice tone="danger">{outcome.text}</Notice>}
          <Button type="submit" variant="primary" block busy={isSubmitting}>
            {isSubmitting ? safetyTexts.sending : texts.sendAppeal}
          </Button>
        </form>
      )}
    </>
  );
}

export function appealProblem(text: string): true | string {
  const { length } = text.trim();
  if (length === 0) return texts.appealMissing;
  return length <= MODERATION.appealTextMax || safetyTexts.tooLong(length - MODERATION.appealTextMax);
}

function endOf(error: unknown): string | null {
  if (hasCode(error, 'ALREADY_APPEALED')) return texts.alreadyAppealed;
  return hasCode(error, 'APPEAL_EXPIRED') ? texts.appealExpired : null;
}
