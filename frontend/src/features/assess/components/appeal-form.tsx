import { PRODUCT, ratersRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/errors';
import { countWords } from '../../../lib/format/format';
import { useAct } from '../../../lib/query/use-act';
import { keyOf } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { standingTexts } from '../../../lib/texts/standing';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { useOutcome } from '../../../ui/notice/outcome-notice';
import { TextArea } from '../../../ui/text-field/text-field';

export default function AppealForm() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { text: '' } });
  const sending = useAct(ratersRoutes.appealRaterStanding, (standing) =>
    queryClient.setQueryData(keyOf(ratersRoutes.getRaterStanding, { params: { userId } }), standing),
  );

  const [outcome, setOutcome] = useOutcome(form);

  const submit = form.handleSubmit(async ({ text }) => {
    setOutcome(null);
    try {
      await sending.run({ body: { userId, text: text.trim() } });
    } catch (error) {
      setOutcome({ done: false, text: messageOf(error, standingTexts.appealFailed) });
    }
  });

  return (
    <form className="grid gap-4 pt-2" onSubmit={submit} noValidate>
      <TextArea
        label={standingTexts.appealLabel}
        hint={standingTexts.appealHint}
        error={form.formState.errors.text?.message}
        {...form.register('text', { validate: appealProblem })}
      />
      {outcome && <Notice tone="danger">{outcome.text}</Notice>}
      <Button type="submit" variant="primary" block busy={sending.busy}>
        {sending.busy ? standingTexts.sendingAppeal : standingTexts.sendAppeal}
      </Button>
    </form>
  );
}

function appealProblem(text: string): true | string {
  const words = countWords(text);
  if (words === 0) return standingTexts.appealEmpty;
  return words <= PRODUCT.feedbackWordsMax || standingTexts.appealTooLong;
}
