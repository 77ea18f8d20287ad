import { Link } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { type FeedbackEntry, useFeedback } from '../api/inboxes';
import type { Column } from './data-table';
import styles from './inboxes.module.css';
import { Moment } from './moment';
import { PagedTable } from './paged-table';

const columns: readonly Column<FeedbackEntry>[] = [
  { name: supportTexts.sender, cell: (entry) => <Sender entry={entry} /> },
  { name: supportTexts.when, cell: ({ sentAt }) => <Moment at={sentAt} />, isNarrow: true },
  { name: supportTexts.message, cell: ({ feedback }) => <span className={styles.message}>{feedback}</span> },
];

export function FeedbackInbox() {
  return (
    <PagedTable
      pages={useFeedback()}
      caption={supportTexts.feedbackCaption}
      columns={columns}
      rowKey={({ feedbackId }) => feedbackId}
      failed={supportTexts.feedbackFailed}
      empty={<EmptyState title={supportTexts.noFeedback} text={supportTexts.noFeedbackText} />}
    />
  );
}

function Sender({ entry: { userId, email } }: { entry: FeedbackEntry }) {
  const name = email ?? supportTexts.unknownSender;
  return userId ? <Link to={`/support/accounts/${userId}`}>{name}</Link> : name;
}
