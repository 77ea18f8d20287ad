import { PRODUCT } from '@candid/contracts';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/errors';
import { countWords } from '../../../lib/format/format';
import { useAction } from '../../../lib/query/use-action';
import { accountTexts } from '../../../lib/texts/account';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { TextArea } from '../../../ui/text-field/text-field';
import { sendFeedback } from '../api/account-calls';
import styles from './account.module.css';

export function FeedbackForm() {
  const email = useCurrentUser().data?.email;
  const form = useForm({ defaultValues: { feedback: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const sending = useAction(sendFeedback);
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async ({ feedback }) => {
      setOutcome(null);
      try {
        const message = await sending.run({ email, feedback });
        form.reset();
        setOutcome({ done: true, text: message || accountTexts.feedbackThanks });
      } catch (error) {
        setOutcome({ done: false, text: messageOf(error, accountTexts.feedbackFailed) });
      }
    },
    () => setOutcome(null),
  );

  return (
    <form className={styles.feedback} onSubmit={submit} noValidate>
      <TextArea
        label={accountTexts.feedbackLabel}
        placeholder={accountTexts.feedbackPlaceholder}
        hint={accountTexts.words(countWords(form.watch('feedback')), PRODUCT.feedbackWordsMax)}
        error={errors.feedback?.message}
        {...form.register('feedback', { validate: feedbackProblem })}
      />
      <OutcomeNotice outcome={outcome} />
      <Button type="submit" variant="primary" block busy={sending.busy}>
        {sending.busy ? accountTexts.submittingFeedback : accountTexts.submitFeedback}
      </Button>
    </form>
  );
}

function feedbackProblem(feedback: string): true | string {
  const words = countWords(feedback);
  if (words === 0) return accountTexts.feedbackEmpty;
  return words <= PRODUCT.feedbackWordsMax || accountTexts.feedbackTooLong;
}
