import { identityRoutes, PRODUCT } from '@candid/contracts';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { countWords } from '../../../lib/format/format';
import { accountTexts } from '../../../lib/texts/account';
import { Button } from '../../../ui/button/button';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { TextArea } from '../../../ui/text-field/text-field';

/** `email` is the address of the signed-in person; undefined for a visitor. */
export function FeedbackForm({ email }: { email: string | undefined }) {
  const form = useForm({ defaultValues: { feedback: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ feedback }) => {
      setOutcome(null);
      try {
        const sent = { body: { email, feedback }, idempotencyKey: newIdempotencyKey() };
        const { message } = await call(identityRoutes.sendFeedback, sent);
        form.reset();
        setOutcome({ done: true, text: message || accountTexts.feedbackThanks });
      } catch (error) {
        setOutcome({ done: false, text: messageOf(error, accountTexts.feedbackFailed) });
      }
    },
    () => setOutcome(null),
  );

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <TextArea
        label={accountTexts.feedbackLabel}
        placeholder={accountTexts.feedbackPlaceholder}
        hint={accountTexts.words(countWords(form.watch('feedback')), PRODUCT.feedbackWordsMax)}
        error={errors.feedback?.message}
        {...form.register('feedback', { validate: feedbackProblem })}
      />
      <OutcomeNotice outcome={outcome} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? accountTexts.submittingFeedback : accountTexts.submitFeedback}
      </Button>
    </form>
  );
}

function feedbackProblem(feedback: string): true | string {
  const words = countWords(feedback);
  if (words === 0) return accountTexts.feedbackEmpty;
  return words <= PRODUCT.feedbackWordsMax || accountTexts.feedbackTooLong;
}
