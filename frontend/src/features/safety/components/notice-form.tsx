import {
  ANONYMOUS_NOTICE_REASONS,
  MODERATION,
  NOTICE_REASONS,
  type NoticeReason,
  reportsRoutes,
} from '@candid/contracts';
import { useEffect, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useController, useForm } from 'react-hook-form';
import { call } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { noticeTexts as texts } from '../../../lib/texts/notices';
import { safetyTexts } from '../../../lib/texts/safety';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { Notice } from '../../../ui/notice/notice';
import { useOutcome } from '../../../ui/notice/outcome-notice';
import { Select } from '../../../ui/select/select';
import { TextArea, TextField } from '../../../ui/text-field/text-field';

export interface NoticeFields {
  reason: NoticeReason | '';
  location: string;
  text: string;
  name: string;
  email: string;
  isGoodFaith: boolean;
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const locationMax = 1_000;
const nameMax = 200;
const emailMax = 320;

const isSenderNeeded = (reason: NoticeFields['reason']): boolean =>
  reason === '' || !ANONYMOUS_NOTICE_REASONS.includes(reason);

/** Error message for each invalid field, in the order of the form; empty if the notice is valid. */
export function noticeProblems(fields: NoticeFields): Partial<Record<keyof NoticeFields, string>> {
  const problems: Partial<Record<keyof NoticeFields, string>> = {};
  if (fields.reason === '') problems.reason = texts.reasonMissing;
  const location = fields.location.trim().length;
  if (location === 0) problems.location = texts.locationMissing;
  else if (location > locationMax) problems.location = safetyTexts.tooLong(location - locationMax);
  const text = fields.text.trim().length;
  if (text === 0) problems.text = texts.textMissing;
  else if (text > MODERATION.noticeTextMax) problems.text = safetyTexts.tooLong(text - MODERATION.noticeTextMax);
  const isNeeded = isSenderNeeded(fields.reason);
  const name = fields.name.trim().length;
  if (isNeeded && name === 0) problems.name = texts.nameMissing;
  else if (name > nameMax) problems.name = safetyTexts.tooLong(name - nameMax);
  const email = fields.email.trim();
  if ((isNeeded || email !== '') && !emailPattern.test(email)) {
    problems.email = texts.emailMissing;
  } else if (email.length > emailMax) problems.email = safetyTexts.tooLong(email.length - emailMax);
  if (!fields.isGoodFaith) problems.isGoodFaith = texts.goodFaithMissing;
  return problems;
}

interface Receipt {
  readonly noticeId: string;
  readonly hasEmail: boolean;
}

const options: { value: NoticeFields['reason']; label: string }[] = [
  { value: '', label: texts.reasonNone },
  ...NOTICE_REASONS.map((value) => ({ value, label: texts.reasons[value] })),
];

export function NoticeForm({ email = '' }: { email?: string }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  if (receipt) return <NoticeReceipt receipt={receipt} onAnother={() => setReceipt(null)} />;
  return <NoticeFieldset email={email} onSent={setReceipt} />;
}

function NoticeFieldset({ email, onSent }: { email: string; onSent: (receipt: Receipt) => void }) {
  const form = useForm<NoticeFields>({
    defaultValues: { reason: '', location: '', text: '', name: '', email, isGoodFaith: false },
    resolver: byRules,
    // `submit` focuses the first invalid field in form order; the library would use the order of registration.
    shouldFocusError: false,
  });
  const { field: reasonField } = useController({ name: 'reason', control: form.control });
  const [outcome, setOutcome] = useOutcome(form);
  const { errors, isSubmitting } = form.formState;
  // The email address of the signed-in person may arrive after the first render.
  useEffect(() => {
    if (email !== '' && form.getValues('email') === '') form.setValue('email', email);
  }, [email, form]);

  const submit = form.handleSubmit(
    async ({ reason, location, text, name, email: sender }) => {
      setOutcome(null);
      if (reason === '') return;
      const from = { ...(name.trim() && { name: name.trim() }), ...(sender.trim() && { email: sender.trim() }) };
      try {
        const body = { reason, location: location.trim(), text: text.trim(), ...from, isGoodFaith: true as const };
        const sent = { body, idempotencyKey: newIdempotencyKey() };
        const { noticeId } = await call(reportsRoutes.sendNotice, sent);
        onSent({ noticeId, hasEmail: sender.trim() !== '' });
      } catch (error) {
        const marked = markRefused(error, form);
        setOutcome({ done: false, text: marked ? texts.correct : messageOf(error, texts.failed) });
      }
    },
    (problems) => {
      setOutcome({ done: false, text: texts.correct });
      const [first] = Object.keys(problems) as (keyof NoticeFields)[];
      if (first) form.setFocus(first);
    },
  );

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Select
        asField
        ref={reasonField.ref}
        label={texts.reason}
        hint={texts.reasonHint}
        error={errors.reason?.message}
        options={options}
        value={reasonField.value}
        onChange={reasonField.onChange}
      />
      <TextField
        label={texts.location}
        hint={texts.locationHint}
        error={errors.location?.message}
        {...form.register('location')}
      />
      <TextArea
        label={texts.text}
        hint={safetyTexts.characters(form.watch('text').trim().length, MODERATION.noticeTextMax)}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <Sender form={form} />
      <Checkbox label={texts.goodFaith} error={errors.isGoodFaith?.message} {...form.register('isGoodFaith')} />
      {outcome && <Notice tone="danger">{outcome.text}</Notice>}
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? safetyTexts.sending : safetyTexts.send}
      </Button>
    </form>
  );
}

function Sender({ form }: { form: UseFormReturn<NoticeFields> }) {
  const { errors } = form.formState;
  const named = (label: string) => (isSenderNeeded(form.watch('reason')) ? label : texts.optional(label));
  return (
    <>
      <TextField
        label={named(texts.name)}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={named(texts.email)}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        hint={texts.emailHint}
        error={errors.email?.message}
        {...form.register('email')}
      />
    </>
  );
}

function markRefused(error: unknown, form: UseFormReturn<NoticeFields>): boolean {
  const issues = error instanceof ApiError ? error.details : [];
  const fields = Object.keys(form.getValues()) as (keyof NoticeFields)[];
  const refused = issues.flatMap(({ field, message }) => {
    const name = fields.find((one) => one === field);
    return name ? [{ name, message }] : [];
  });
  for (const [index, { name, message }] of refused.entries())
    form.setError(name, { message }, { shouldFocus: index === 0 });
  return refused.length > 0;
}

const byRules: Resolver<NoticeFields> = (values) => {
  const problems = Object.entries(noticeProblems(values));
  if (problems.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }]));
  return { values: {}, errors };
};

/** Receipt of the notice. The receipt takes the focus, because the focused form has disappeared. */
function NoticeReceipt({ receipt, onAnother }: { receipt: Receipt; onAnother: () => void }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Notice tone="success">
        <div ref={words} tabIndex={-1} className="grid gap-1 focus:outline-none">
          <strong>{texts.sent}</strong>
          <p>{receipt.hasEmail ? texts.receiptMail : texts.receiptNone}</p>
          <p className="wrap-anywhere">{texts.receipt(receipt.noticeId)}</p>
        </div>
      </Notice>
      <Button onClick={onAnother}>{texts.another}</Button>
    </div>
  );
}
