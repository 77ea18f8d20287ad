import { PRODUCT } from '@candid/contracts';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { countWords } from '../../../lib/format/format';
import { useAction } from '../../../lib/query/use-action';
import { accountTexts } from '../../../lib/texts/account';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { TextArea } from '../../../ui/text-field/text-area';
import { sendFeedback } from '../api/account-calls';
import styles from './feedback-form.module.css';

export function FeedbackForm() {
  const email = useCurrentUser().data?.email;
  const [feedback, setFeedback] = useState('');
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [outcome, setOutcome] = useState<{ done: boolean; text: string } | null>(null);
  const sending = useAction(sendFeedback);
  const words = countWords(feedback);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(null);
    const problem =
      words === 0
        ? accountTexts.feedbackEmpty
        : words > PRODUCT.feedbackWordsMax
          ? accountTexts.feedbackTooLong
          : undefined;
    setFieldProblem(problem);
    if (problem) return;
    try {
      const message = await sending.run({ email, feedback });
      setFeedback('');
      setOutcome({ done: true, text: message || accountTexts.feedbackThanks });
    } catch (error) {
      setOutcome({ done: false, text: messageOf(error, accountTexts.feedbackFailed) });
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={accountTexts.feedbackLabel}
        placeholder={accountTexts.feedbackPlaceholder}
        hint={accountTexts.words(words, PRODUCT.feedbackWordsMax)}
        error={fieldProblem}
        value={feedback}
        onChange={(event) => setFeedback(event.target.value)}
      />
      {outcome && <Notice tone={outcome.done ? 'success' : 'danger'}>{outcome.text}</Notice>}
      <Button type="submit" variant="primary" block busy={sending.busy}>
        {sending.busy ? accountTexts.submittingFeedback : accountTexts.submitFeedback}
      </Button>
    </form>
  );
}
