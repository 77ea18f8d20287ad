import { identitySupportRoutes } from '@candid/contracts';
import { Link } from 'react-router-dom';
import { type Answer, call } from '../../../lib/api/call';
import { usePages } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportDeskTexts } from '../../../lib/texts/support-desk';
import { type Column } from '../../../shared/console/data-table';
import { linesClass } from '../../../shared/console/section';
import { Moment } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PagedTable } from './paged-table';
import { MaskedEmail } from './reason-dialog';

type FeedbackEntry = Answer<typeof identitySupportRoutes.listFeedback>['entries'][number];

const feedbackColumns: readonly Column<FeedbackEntry>[] = [
  { name: supportDeskTexts.sender, cell: (entry) => <Sender entry={entry} /> },
  { name: supportTexts.when, cell: ({ sentAt }) => <Moment at={sentAt} />, isNarrow: true },
  {
    name: supportDeskTexts.message,
    cell: ({ feedback }) => <span className="max-w-[70ch] whitespace-pre-line">{feedback}</span>,
    isProse: true,
  },
];

export function FeedbackInbox() {
  return (
    <PagedTable
      pages={usePages(identitySupportRoutes.listFeedback, {}, ({ entries }) => entries)}
      caption={supportDeskTexts.feedbackCaption}
      columns={feedbackColumns}
      rowKey={({ feedbackId }) => feedbackId}
      failed={supportDeskTexts.feedbackFailed}
      empty={<EmptyState title={supportDeskTexts.noFeedback} text={supportDeskTexts.noFeedbackText} />}
    />
  );
}

/** The address is the only way to answer a sender without an account. */
function Sender({ entry: { feedbackId, userId, email } }: { entry: FeedbackEntry }) {
  if (!email && !userId) return supportDeskTexts.unknownSender;
  return (
    <span className={linesClass}>
      {email && (
        <MaskedEmail
          email={email}
          reveal={(reason, idempotencyKey) =>
            call(identitySupportRoutes.revealFeedback, { params: { feedbackId }, body: { reason }, idempotencyKey })
          }
        />
      )}
      {userId && <Link to={`/support/accounts/${userId}`}>{supportTexts.account}</Link>}
    </span>
  );
}
