import { identitySupportRoutes, supportAccountRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AnswerForm } from '../../../features/support/components/answer-form';
import { ConsoleHeader } from '../../../features/support/components/console-header';
import { tokenReads } from '../../../features/support/components/corrections';
import { PagedTable } from '../../../features/support/components/paged-table';
import { MaskedEmail } from '../../../features/support/components/reason-dialog';
import { type AccountDetails, AccountStatus, accountText, UserLink } from '../../../features/support/components/values';
import { type Answer, call } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { forget, useRead, useReadOrNull } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { supportDeskTexts, supportMessageTexts } from '../../../lib/texts/support-desk';
import type { Column } from '../../../shared/console/data-table';
import { Failure, Section } from '../../../shared/console/section';
import { Facts, Moment } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';
import { Screen } from '../../shell/screen';
import { MissingPage } from './missing-page';

const { listFeedback, getFeedback, revealFeedback } = identitySupportRoutes;

type Message = Answer<typeof listFeedback>['entries'][number];

const states = (['open', 'answered'] as const).map((value) => ({ value, label: supportMessageTexts.states[value] }));

export function FeedbackInboxPage() {
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') === 'answered' ? 'answered' : 'open';
  const { [state]: empty } = supportMessageTexts.none;
  return (
    <HeadedScreen title={supportTexts.nav.feedback} lead={supportMessageTexts.lead}>
      <div className="mb-4 max-w-90">
        <Segmented
          label={supportMessageTexts.state}
          options={states}
          value={state}
          onChange={(next) => setSearch(next === 'open' ? {} : { state: next }, { replace: true })}
        />
      </div>
      <PagedTable
        key={state}
        pages={usePages(listFeedback, { query: { state } }, ({ entries }) => entries)}
        caption={supportMessageTexts.captions[state]}
        columns={columns}
        rowKey={({ feedbackId }) => feedbackId}
        failed={supportMessageTexts.failed}
        empty={<EmptyState {...empty} />}
      />
    </HeadedScreen>
  );
}

const titleOf = (subject: Message['subject']): string => supportMessageTexts.subjects[subject ?? 'none'];

const senderOf = ({ email, userId }: Message): string =>
  email && userId ? accountText({ email, userId }) : (email ?? supportMessageTexts.unknownSender);

const columns: readonly Column<Message>[] = [
  {
    name: supportMessageTexts.message,
    cell: ({ feedbackId, feedback }) => (
      <Link to={`/support/feedback/${feedbackId}`} className="line-clamp-2 max-w-[70ch] whitespace-pre-line">
        {feedback}
      </Link>
    ),
    isProse: true,
  },
  { name: supportMessageTexts.subject, cell: ({ subject }) => titleOf(subject) },
  { name: supportMessageTexts.sender, cell: senderOf },
  { name: supportTexts.when, cell: ({ sentAt }) => <Moment at={sentAt} />, isNarrow: true },
];

export function MessagePage({ id }: { id: string }) {
  // A refetch on focus could replace the form, with what is typed in it, by a colleague's answer.
  const read = { params: { feedbackId: id } };
  const { data, error, refetch } = useReadOrNull(getFeedback, read, { refetchOnWindowFocus: false });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const entry = data?.entry;
  const userId = entry?.userId ?? '';
  const account = useRead(supportAccountRoutes.getAccount, { params: { userId } }, { enabled: userId !== '' });
  if (data === null)
    return (
      <MissingPage
        title={supportMessageTexts.missing}
        text={supportMessageTexts.missingText}
        to="/support/feedback"
        label={supportMessageTexts.back}
      />
    );
  return (
    <Screen title={supportMessageTexts.message} width="wide">
      <ConsoleHeader
        title={titleOf(entry?.subject ?? null)}
        backTo="/support/feedback"
        backLabel={supportMessageTexts.back}
        lead={entry ? <Moment at={entry.sentAt} /> : ' '}
      />
      {error && !entry && <Failure error={error} text={supportMessageTexts.failed} retry={refetch} />}
      {entry && (
        <div className="grid grid-cols-1 gap-x-8 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div>
            <Section title={supportMessageTexts.message}>
              <p className="max-w-[70ch] rounded-12 border border-line bg-surface p-4 wrap-anywhere whitespace-pre-line">
                {entry.feedback}
              </p>
            </Section>
            {entry.answer ? (
              <GivenAnswer answer={entry.answer} />
            ) : (
              <AnswerForm
                entry={entry}
                account={account.data}
                onConflict={refetch}
                onDone={(text) => {
                  void forget(queryClient, listFeedback, getFeedback, ...tokenReads);
                  toastStore.show({ text });
                  navigate('/support/feedback');
                }}
              />
            )}
          </div>
          <SenderSection entry={entry} account={account.data}>
            {account.error && !account.data && (
              <Failure error={account.error} text={supportAccountTexts.accountFailed} retry={account.refetch} />
            )}
          </SenderSection>
        </div>
      )}
    </Screen>
  );
}

function GivenAnswer({ answer: { at, by, text, tokens, passkey } }: { answer: NonNullable<Message['answer']> }) {
  return (
    <Section title={text === '' ? supportMessageTexts.closed : supportMessageTexts.answer}>
      {text !== '' && (
        <p className="max-w-[70ch] rounded-12 border border-line bg-surface p-4 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      <Facts
        facts={{
          [supportTexts.when]: <Moment at={at} />,
          [supportMessageTexts.by]: <UserLink userId={by} isShort />,
          [supportDeskTexts.tokensLabel]: tokens !== null && whole(tokens),
          [supportDeskTexts.passkey]: passkey && (
            <Link to={`/support/passkeys/${passkey.replace(/\.\d+$/, '')}`}>{supportMessageTexts.passkeyState}</Link>
          ),
        }}
      />
    </Section>
  );
}

interface SenderSectionProps {
  entry: Message;
  account: AccountDetails | undefined;
  children: React.ReactNode;
}

/** The sender and, if the sender has one, the account. Without a log-in, the address may be somebody else's. */
function SenderSection({
  entry: { feedbackId, userId, email, isLoggedIn },
  account: details,
  children,
}: SenderSectionProps) {
  const account = details?.account;
  return (
    <Section title={supportMessageTexts.sender}>
      {email ? (
        <MaskedEmail
          email={email}
          reveal={(reason, idempotencyKey) =>
            call(revealFeedback, { params: { feedbackId }, body: { reason }, idempotencyKey })
          }
        />
      ) : (
        <p className="text-ink-soft">{supportMessageTexts.unknownSender}</p>
      )}
      {email && !isLoggedIn && <Notice>{supportMessageTexts.notLoggedIn}</Notice>}
      {children}
      {userId === null ? (
        <p className="text-14 text-ink-soft">{supportMessageTexts.noAccount}</p>
      ) : account ? (
        <Facts
          facts={{
            [supportTexts.status]: <AccountStatus account={account} />,
            [supportTexts.roles]: account.roles.map((role) => supportTexts.roleNames[role]).join(', '),
            [supportTexts.since]: <Moment at={account.createdAt} />,
            [supportTexts.available]: whole(account.available),
            [supportTexts.held]: account.held > 0 && whole(account.held),
            [supportTexts.account]: <UserLink userId={userId} isShort />,
          }}
        />
      ) : (
        !children && <Skeleton height={140} />
      )}
    </Section>
  );
}
