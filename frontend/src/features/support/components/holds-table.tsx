import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import type { AccountDetails } from '../api/accounts';
import { type Column, DataTable } from './data-table';
import { Moment } from './moment';
import { Section } from './section';

type Hold = AccountDetails['holds'][number];

const columns: readonly Column<Hold>[] = [
  {
    name: supportTexts.transfer,
    cell: ({ transferId }) => <Link to={`/support/transfers/${transferId}`}>{supportAccountTexts.codes.hold}</Link>,
  },
  { name: supportTexts.since, cell: ({ at }) => <Moment at={at} /> },
  { name: supportAccountTexts.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  { name: supportTexts.amount, cell: ({ amount }) => whole(amount), isFigure: true, isNarrow: true },
];

/** What is set aside right now; nothing where there is none. */
export function HoldsTable({ holds }: { holds: readonly Hold[] }) {
  if (holds.length === 0) return null;
  return (
    <Section title={supportTexts.held} text={supportAccountTexts.heldHint}>
      <DataTable
        caption={supportAccountTexts.holdsCaption}
        columns={columns}
        rows={holds}
        rowKey={({ transferId }) => transferId}
      />
    </Section>
  );
}
