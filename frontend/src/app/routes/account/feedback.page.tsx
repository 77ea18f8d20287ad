import { accountRoutes, identityRoutes, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { isEmail } from '../../../features/auth/form-rules';
import { NoticeForm } from '../../../features/safety/components/notice-form';
import { type Answer, call } from '../../../lib/api/call';
import { messageOf } from '../../../lib/api/errors';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { countWords, formatDateTime } from '../../../lib/format/format';
import { usePages } from '../../../lib/query/use-pages';
import { forget } from '../../../lib/query/use-read';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { authTexts } from '../../../lib/texts/auth';
import { feedbackTexts } from '../../../lib/texts/feedback';
import { noticeTexts } from '../../../lib/texts/notices';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Button, LinkButton } from '../../../ui/button/button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { OutcomeNotice, useOutcome } from '../../../ui/notice/outcome-notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Tabs } from '../../../ui/tabs/tabs';
import { fieldOf } from '../../../ui/text-field/field-of';
import { TextArea, TextField } from '../../../ui/text-field/text-field';
import { HeadedScreen } from '../../shell/headed-screen';

/** A page without log-in, because the law lets anybody report content. */
export default function FeedbackPage() {
  const isMember = useSession().session !== null;
  return isMember ? <MemberFeedback /> : <Feedback />;
}

/** Only members have a query cache. */
function MemberFeedback() {
  const user = useCurrentUser().data;
  const queryClient = useQueryClient();
  return (
    <Feedback email={user?.email} isMember onSent={() => void forget(queryClient, accountRoutes.listOwnFeedback)} />
  );
}

type About = 'candid' | 'content';

interface FeedbackProps {
  email?: string;
  isMember?: boolean;
  onSent?: () => void;
}

function Feedback({ email, isMember = false, onSent }: FeedbackProps) {
  const [search, setSearch] = useSearchParams();
  const about: About = search.get('about') === 'content' ? 'content' : 'candid';
  const [subject, setSubject] = useState(() => subjectOf(search.get('subject')));
  const [messagesFirst] = useState(search.get('show') === 'messages');
  const [title] = useState(() => (subject || messagesFirst ? feedbackTexts.title : accountTexts.feedback));
  const sent = () => {
    // The next message of the page is about something else.
    setSubject(undefined);
    onSent?.();
  };
  const messages = isMember && <OwnMessages isFirst={messagesFirst} />;
  const show = (next: About) => setSearch(next === 'content' ? { about: next } : {}, { replace: true });
  return (
    <HeadedScreen title={title} {...(isMember && { backTo: '/account' })} width="page">
      <Tabs<About>
        label={noticeTexts.tabs}
        value={about}
        onChange={show}
        keep
        tabs={[
          tabOf(
            'candid',
            title === feedbackTexts.title ? feedbackTexts.tab : title,
            subject ? feedbackTexts.asksLead : accountTexts.feedbackLead,
            <>
              <FeedbackForm email={email} isMember={isMember} subject={subject} onSent={sent} />
              {!messagesFirst && messages}
            </>,
            messagesFirst && messages,
          ),
          tabOf('content', noticeTexts.report, noticeTexts.lead, <NoticeForm email={email} />),
        ]}
      />
    </HeadedScreen>
  );
}

const tabOf = (value: About, label: string, lead: string, form: ReactNode, first?: ReactNode) => ({
  value,
  label,
  content: (
    <div className="grid content-start gap-5">
      {first}
      <p className="text-ink-soft">{lead}</p>
      {form}
    </div>
  ),
});

type Subject = keyof typeof feedbackTexts.asks;

const subjectOf = (asked: string | null): Subject | undefined =>
  asked !== null && Object.hasOwn(feedbackTexts.asks, asked) ? (asked as Subject) : undefined;

interface FeedbackFormProps {
  email: string | undefined;
  isMember: boolean;
  subject: Subject | undefined;
  onSent: () => void;
}

function FeedbackForm({ email, isMember, subject, onSent }: FeedbackFormProps) {
  const form = useForm({ defaultValues: { feedback: subject ? feedbackTexts.asks[subject] : '', email: '' } });
  const [outcome, setOutcome] = useOutcome(form);
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ feedback, email: typed }) => {
      setOutcome(null);
      try {
        const body = { email: isMember ? email : typed.trim() || undefined, feedback, subject };
        const sent = { body, idempotencyKey: newIdempotencyKey() };
        const { message } = await call(identityRoutes.sendFeedback, sent);
        form.reset({ feedback: '', email: typed });
        onSent();
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
      {!isMember && (
        <TextField
          label={feedbackTexts.email}
          hint={feedbackTexts.emailHint}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="email"
          {...fieldOf(form, 'email', {
            validate: (typed) => typed.trim() === '' || isEmail(typed.trim()) || authTexts.invalidEmail,
          })}
        />
      )}
      <OutcomeNotice outcome={outcome} />
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        {isSubmitting ? accountTexts.submittingFeedback : accountTexts.submitFeedback}
      </Button>
    </form>
  );
}

/** The person's messages to support, with the answers. Renders nothing before the first message. */
function OwnMessages({ isFirst }: { isFirst: boolean }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountRoutes.listOwnFeedback,
    {},
    ({ feedback }) => feedback,
  );
  if (!data && error) return <LoadProblem text={feedbackTexts.messagesFailed} onRetry={refetch} />;
  if (!data && isFirst) return <Skeleton height={148} />;
  if (!data || data.rows.length === 0) return null;
  const hasAnswer = ({ answer }: Sent) => Number(answer !== null);
  const rows = isFirst ? [...data.rows].sort((one, other) => hasAnswer(other) - hasAnswer(one)) : data.rows;
  return (
    <section className="mt-3 grid gap-3" aria-labelledby="own-messages">
      <h2 id="own-messages" className="text-20">
        {feedbackTexts.yourMessages}
      </h2>
      <ul className="grid gap-3">
        {rows.map((message) => (
          <OwnMessage key={message.feedbackId} message={message} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {feedbackTexts.olderMessages}
        </Button>
      )}
    </section>
  );
}

type Sent = Answer<typeof accountRoutes.listOwnFeedback>['feedback'][number];

function OwnMessage({ message: { sentAt, feedback, answer } }: { message: Sent }) {
  return (
    <li className="grid gap-2 rounded-16 border border-line bg-surface p-4">
      <p className="text-14 text-ink-soft">{formatDateTime(sentAt)}</p>
      <p className="line-clamp-6 wrap-anywhere whitespace-pre-line text-ink-soft">{feedback}</p>
      {answer ? (
        <div className="grid justify-items-start gap-2 border-t border-t-line pt-3">
          <p className="text-14 font-medium">{feedbackTexts.answered(formatDateTime(answer.at))}</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer.text || feedbackTexts.read}</p>
          {answer.tokens !== null && <p className="text-ink-soft">{feedbackTexts.tokensGiven(answer.tokens)}</p>}
          {answer.passkey !== null && (
            <>
              <p>
                {feedbackTexts.passkeyGiven} <code className="font-mono wrap-anywhere">{answer.passkey}</code>
              </p>
              <LinkButton to="/approve" state={{ passkey: answer.passkey }} size="s">
                {feedbackTexts.usePasskey}
              </LinkButton>
            </>
          )}
        </div>
      ) : (
        <p className="text-14 text-ink-soft">{feedbackTexts.notAnswered}</p>
      )}
    </li>
  );
}

function feedbackProblem(feedback: string): true | string {
  const words = countWords(feedback);
  if (words === 0) return accountTexts.feedbackEmpty;
  return words <= PRODUCT.feedbackWordsMax || accountTexts.feedbackTooLong;
}
