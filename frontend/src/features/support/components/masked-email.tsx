import { useState } from 'react';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { Copyable } from './copyable';
import { ReasonDialog } from './reason-dialog';
import styles from './values.module.css';

interface MaskedEmailProps {
  email: string;
  reveal: (reason: string, idempotencyKey: string) => Promise<string>;
}

/** The address in clear for a reason that goes on record, and only as long as the page is open. */
export function MaskedEmail({ email, reveal }: MaskedEmailProps) {
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
          perform={reveal}
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
