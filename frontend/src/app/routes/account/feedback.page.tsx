import { identityRoutes, PRODUCT } from '@candid/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { NoticeForm } from '../../../features/safety/components/notice-form';
import { call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { countWords } from '../../../lib/format/format';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { noticeTexts } from '../../../lib/texts/notices';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button } from '../../../ui/button/button';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { Tabs } from '../../../ui/tabs/tabs';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextArea } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';

/** A page without log-in, because the law lets anybody report content. */
export default function FeedbackPage() {
  const isMember = useSession().session !== null;
  return isMember ? <MemberFeedback /> : <Feedback />;
}

function MemberFeedback() {
  const user = useCurrentUser().data;
  return <Feedback email={user?.email} isMember />;
}

type About = 'candid' | 'content';

function Feedback({ email, isMember = false }: { email?: string; isMember?: boolean }) {
  const [search, setSearch] = useSearchParams();
  const about: About = search.get('about') === 'content' ? 'content' : 'candid';
  const show = (next: About) => setSearch(next === 'content' ? { about: next } : {}, { replace: true });
  return (
    <HeadedScreen title={accountTexts.feedback} {...(isMember && { backTo: '/account' })} width="page">
      <Tabs<About>
        label={noticeTexts.tabs}
        value={about}
        onChange={show}
        keep
        tabs={[
          tabOf('candid', accountTexts.feedback, accountTexts.feedbackLead, <FeedbackForm email={email} />),
          tabOf('content', noticeTexts.report, noticeTexts.lead, <NoticeForm email={email} />),
        ]}
      />
    </HeadedScreen>
  );
}

const tabOf = (value: About, label: string, lead: string, form: ReactNode) => ({
  value,
  label,
  content: (
    <div className="grid content-start gap-5">
      <p className="text-ink-soft">{lead}</p>
      {form}
    </div>
  ),
});

function FeedbackForm({ email }: { email: string | undefined }) {
  const form = useForm({ defaultValues: { feedback: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const { isSubmitting } = form.formState;

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
        {...fieldOf(form, 'feedback', { validate: feedbackProblem })}
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
