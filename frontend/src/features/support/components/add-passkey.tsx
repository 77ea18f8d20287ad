import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { TextField } from '../../../ui/text-field/text-field';
import { type AddedPasskey, addPasskey } from '../api/passkeys';
import { reasonLengthMax, reasonProblem } from '../hooks/correction-rules';
import { Copyable } from './copyable';
import styles from './correction-form.module.css';
import { Facts } from './facts';

/** The secret stays on the screen until it has been copied, and nowhere else. */
export function AddPasskey() {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { name: '', reason: '' } });
  const [added, setAdded] = useState<AddedPasskey | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const adding = useAction(addPasskey, () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.support('passkeys') }),
  );
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ name, reason }) => {
    setProblem(null);
    try {
      setAdded(await adding.run({ name: name.trim(), reason: reason.trim() }));
      form.reset();
    } catch (error) {
      setProblem(messageOf(error, supportDeskTexts.addFailed));
    }
  });

  if (added) return <Secret added={added} onKept={() => setAdded(null)} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={supportDeskTexts.passkeyName}
        hint={supportDeskTexts.passkeyNameHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (name) => /^[\w-]{1,64}$/.test(name.trim()) || supportDeskTexts.passkeyNameProblem,
        })}
      />
      <TextField
        label={supportTexts.reasonLabel}
        autoComplete="off"
        maxLength={reasonLengthMax}
        error={errors.reason?.message}
        {...form.register('reason', { validate: reasonProblem })}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" variant="primary" busy={adding.busy}>
        {adding.busy ? supportDeskTexts.adding : supportDeskTexts.addPasskey}
      </Button>
    </form>
  );
}

function Secret({ added: { passkey, secret }, onKept }: { added: AddedPasskey; onKept: () => void }) {
  return (
    <div className={styles.form}>
      <Notice tone="success">{supportDeskTexts.secretOnce}</Notice>
      <Facts
        facts={{
          [supportDeskTexts.secretTitle(passkey.name)]: <Copyable value={secret} what={supportDeskTexts.secret} />,
        }}
      />
      <Button onClick={onKept}>{supportDeskTexts.secretKept}</Button>
    </div>
  );
}
