import { type FormEvent, useState } from 'react';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-action';
import { authTexts } from '../../../lib/texts/auth';
import { Button } from '../../../ui/button/button';
import { PasswordField } from '../../../ui/text-field/password-field';
import { approveAssessor } from '../api/approve';
import styles from './approve-form.module.css';

export function ApproveForm({ onApproved }: { onApproved: (assessorToken: string) => void }) {
  const [passkey, setPasskey] = useState('');
  const [problem, setProblem] = useState<string>();
  const approving = useAction(approveAssessor);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(passkey.trim() === '' ? authTexts.passkeyMissing : undefined);
    if (passkey.trim() === '') return;
    try {
      onApproved(await approving.run(passkey.trim()));
    } catch (error) {
      setPasskey('');
      const wrong = hasCode(error, 'PASSKEY_INCORRECT') || (error instanceof ApiError && error.status === 403);
      setProblem(wrong ? authTexts.passkeyWrong : messageOf(error));
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={authTexts.passkey}
        autoComplete="off"
        value={passkey}
        error={problem}
        onChange={(event) => setPasskey(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={approving.busy}>
        {approving.busy ? authTexts.submitting : authTexts.submit}
      </Button>
    </form>
  );
}
