import { identitySupportRoutes } from '@candid/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Answer, call } from '../../../lib/api/call';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { whole } from '../../../lib/language/language';
import { useAction } from '../../../lib/query/use-act';
import { supportMessageTexts } from '../../../lib/texts/support-desk';
import { Section } from '../../../shared/console/section';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { Notice } from '../../../ui/notice/notice';
import { Select } from '../../../ui/select/select';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextArea, TextField } from '../../../ui/text-field/text-field';
import { tokensMax, tokensProblem } from '../form-rules';
import type { AccountDetails } from './values';

const { answerFeedback } = identitySupportRoutes;

// Limit of the contract, copied so that the form does not load its schemas.
const textLengthMax = 2_000;

const { templates } = supportMessageTexts;
/** A template that speaks of a passkey or of tokens is offered only if the sender can get them. */
const templateOptions = (may: { passkey: boolean; tokens: boolean }) => [
  { value: '', label: supportMessageTexts.chooseTemplate },
  ...templates.flatMap(({ title, passkey, tokens }, index) =>
    (passkey && !may.passkey) || (tokens && !may.tokens) ? [] : [{ value: String(index), label: title }],
  ),
];

interface AnswerFormProps {
  entry: Answer<typeof answerFeedback>['entry'];
  /** Undefined if the sender has no account, or while it loads. */
  account: AccountDetails | undefined;
  /** Shows the answer of a colleague. */
  onConflict: () => unknown;
  onDone: (text: string) => void;
}

interface Typed {
  text: string;
  passkey: boolean;
  tokens: string;
}

export function AnswerForm({ entry, account, onConflict, onDone }: AnswerFormProps) {
  const form = useForm<Typed>({ defaultValues: { text: '', passkey: false, tokens: '' } });
  const [chosen, setChosen] = useState('');
  const { feedbackId, userId, email } = entry;
  const action = useAction(
    (body: { text: string; passkey?: boolean; tokens?: number }, idempotencyKey) =>
      call(answerFeedback, { params: { feedbackId }, body, idempotencyKey }),
    (_, { text }) => onDone(text === '' ? supportMessageTexts.closedDone : supportMessageTexts.sent),
  );
  const left = Math.min(account?.aloneLeft ?? 0, tokensMax);
  const isAssessor = account?.account.roles.includes('assessor') ?? false;
  const mayGetPasskey = userId !== null && !isAssessor;

  const fill = (index: string) => {
    setChosen(index);
    const template = templates[Number(index)];
    if (index === '' || !template) return;
    const typed = form.getValues('text').trim();
    const isOwn = typed !== '' && templates.every(({ text }) => text !== typed);
    form.setValue('text', isOwn ? `${typed}\n\n${template.text}` : template.text, { shouldValidate: true });
    form.setValue('passkey', template.passkey === true);
    form.setFocus(template.tokens ? 'tokens' : 'text');
  };
  const send = form.handleSubmit(({ text, passkey, tokens }) => {
    const given = {
      ...(passkey && mayGetPasskey && { passkey }),
      ...(tokens.trim() !== '' && { tokens: Number(tokens) }),
    };
    action.run({ text: text.trim(), ...given }).catch(() => undefined);
  });

  return (
    <Section title={supportMessageTexts.answer} text={email ? supportMessageTexts.answerText : undefined}>
      {email === null ? (
        <Notice>{supportMessageTexts.noRecipient}</Notice>
      ) : (
        <form className="grid max-w-[70ch] gap-4" noValidate onSubmit={send}>
          <div className="grid items-start gap-4 wide:grid-cols-2">
            <Select
              label={supportMessageTexts.template}
              showLabel
              asField
              options={templateOptions({ passkey: mayGetPasskey, tokens: userId !== null })}
              value={chosen}
              onChange={fill}
            />
            {userId !== null && (
              <TextField
                label={supportMessageTexts.attachTokens}
                hint={account && supportMessageTexts.tokensLeft(whole(left))}
                inputMode="numeric"
                autoComplete="off"
                {...fieldOf(form, 'tokens', {
                  validate: (tokens) => {
                    if (tokens.trim() === '') return true;
                    if (account && Number(tokens) > left) return supportMessageTexts.tokensLeft(whole(left));
                    return tokensProblem(tokens);
                  },
                })}
              />
            )}
          </div>
          <TextArea
            low
            label={supportMessageTexts.answerLabel}
            hint={supportMessageTexts.length(form.watch('text').trim().length, textLengthMax)}
            {...fieldOf(form, 'text', { validate: textProblem })}
          />
          {userId !== null &&
            (isAssessor ? (
              <p className="text-14 text-ink-soft">{supportMessageTexts.isAssessor}</p>
            ) : (
              <Checkbox label={supportMessageTexts.attachPasskey} {...form.register('passkey')} />
            ))}
          <Button type="submit" variant="primary" busy={action.busy}>
            {action.busy ? supportMessageTexts.sending : supportMessageTexts.send}
          </Button>
        </form>
      )}
      {action.error !== null && (
        <Notice
          tone="danger"
          action={
            hasCode(action.error, 'CONFLICT') && (
              <Button size="s" onClick={() => onConflict()}>
                {supportMessageTexts.look}
              </Button>
            )
          }
        >
          {messageOf(action.error, supportMessageTexts.sendFailed)}
        </Notice>
      )}
      <div>
        <Button
          size="s"
          variant="quiet"
          aria-disabled={action.busy}
          onClick={() => !action.busy && void action.run({ text: '' }).catch(() => undefined)}
        >
          {supportMessageTexts.close}
        </Button>
      </div>
    </Section>
  );
}

function textProblem(text: string): true | string {
  const { length } = text.trim();
  if (length === 0) return supportMessageTexts.textMissing;
  return length <= textLengthMax || supportMessageTexts.textTooLong(textLengthMax);
}
