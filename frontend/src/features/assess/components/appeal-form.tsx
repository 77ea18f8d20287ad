import { PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { countWords } from '../../../lib/format/format';
import { queryKeys } from '../../../lib/query/keys';
import { useAction } from '../../../lib/query/use-action';
import { useUserId } from '../../../lib/session/use-session';
import { standingTexts } from '../../../lib/texts/standing';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { TextArea } from '../../../ui/text-field/text-area';
import { appealStanding } from '../api/standing';
import styles from './standing.module.css';

/** Asks a person to look at a pause again; once sent, the standing says so. */
export function AppealForm() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const sending = useAction(appealStanding, (standing) =>
    queryClient.setQueryData(queryKeys.raterStanding(), standing),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = countWords(text);
    const found =
      words === 0
        ? standingTexts.appealEmpty
        : words > PRODUCT.feedbackWordsMax
          ? standingTexts.appealTooLong
          : undefined;
    setProblem(found);
    if (!found) sending.run({ userId, text: text.trim() }).catch(() => undefined);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={standingTexts.appealLabel}
        hint={standingTexts.appealHint}
        error={problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {sending.error !== null && <Notice tone="danger">{messageOf(sending.error, standingTexts.appealFailed)}</Notice>}
      <Button type="submit" variant="primary" block busy={sending.busy}>
        {sending.busy ? standingTexts.sendingAppeal : standingTexts.sendAppeal}
      </Button>
    </form>
  );
}
