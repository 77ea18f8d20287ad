import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format/format';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import type { AccountEntry } from '../api/account-statement';
import type { Pages } from '../api/pages';
import { FoundLink } from './account-link';
import { amountColumns } from './amount-columns';
import type { Column } from './data-table';
import { PagedTable } from './paged-table';
import styles from './statement-table.module.css';

interface StatementTableProps {
  pages: Pages<AccountEntry>;
  isFiltered: boolean;
  empty: ReactNode;
}

export function StatementTable({ pages, isFiltered, empty }: StatementTableProps) {
  const first = !isFiltered && !pages.hasMore ? pages.rows?.at(-1)?.entryId : undefined;
  return (
    <PagedTable
      pages={pages}
      caption={supportAccountTexts.statementCaption}
      columns={columnsFor(first)}
      rowKey={({ entryId }) => entryId}
      failed={supportAccountTexts.statementFailed}
      empty={empty}
    />
  );
}

/** `first` is the id of the account's very first entry, if it is known. */
const columnsFor = (first: string | undefined): readonly Column<AccountEntry>[] => [
  { name: supportTexts.what, cell: (entry) => <What entry={entry} isFirst={entry.entryId === first} /> },
  { name: supportTexts.when, cell: (entry) => <When entry={entry} />, isNarrow: true },
  ...amountColumns,
];

/** The reason leads to the transfer, which says everything else. */
function What({ entry, isFirst }: { entry: AccountEntry; isFirst: boolean }) {
  const { title, detail } = entryWords(supportAccountTexts.entries, entry, isFirst);
  return (
    <span className={styles.what}>
      <Link
        to={`/support/transfers/${entry.transferId}`}
        className={styles.title}
        aria-label={supportAccountTexts.openTransferOf(title, formatDateTime(entry.at))}
      >
        {title}
      </Link>
      <span className={styles.detail}>{detail}</span>
      <Assessments ids={entry.assessmentIds} />
    </span>
  );
}

/** Those of a start stand with its transfer. */
function Assessments({ ids = [] }: { ids: readonly string[] | undefined }) {
  const [id] = ids;
  if (id === undefined) return null;
  return (
    <span className={styles.detail}>
      {ids.length > 1 ? (
        supportAccountTexts.assessments(whole(ids.length))
      ) : (
        <>
          {supportAccountTexts.assessment} <FoundLink id={id} isShort />
        </>
      )}
    </span>
  );
}

function When({ entry: { at, recordedAt } }: { entry: AccountEntry }) {
  const effective = formatDateTime(at);
  const recorded = formatDateTime(recordedAt);
  return (
    <span className={styles.when}>
      <time dateTime={at} title={at}>
        {effective}
      </time>
      {recorded !== effective && <span className={styles.detail}>{supportAccountTexts.recorded(recorded)}</span>}
    </span>
  );
}
