import { useState } from 'react';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { type AccountDetails, revealEmail } from '../api/accounts';
import { Copyable } from './copyable';
import { ReasonDialog } from './reason-dialog';
import styles from './values.module.css';

/** The address in clear for a reason that goes on record, and only as long as the page is open. */
export function MaskedEmail({ account: { userId, email } }: { account: AccountDetails['account'] }) {
  const [asking, setAsking] = useState(false);
  const [revealed, setRevealed] = useState<string | null>(null);
  if (revealed !== null) return <Copyable value={revealed} what={supportTexts.emailWord} />;
  return (
    <span className={styles.account}>
      {email}
      <Button size="s" onClick={() => setAsking(true)}>
        {supportTexts.reveal}
      </Button>
      {asking && (
        <ReasonDialog
          title={supportTexts.revealQuestion}
          text={supportTexts.revealText}
          confirm={supportTexts.reveal}
          doing={supportTexts.revealing}
          failed={supportTexts.revealFailed}
          perform={(reason, idempotencyKey) => revealEmail({ userId, reason }, idempotencyKey)}
          onDone={(whole) => {
            setRevealed(whole);
            setAsking(false);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </span>
  );
}
