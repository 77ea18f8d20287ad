import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Section } from '../../../shared/console/section';
import { Copyable, Moment } from '../../../shared/console/values';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './account-tokens.module.css';
import type { AccountDetails } from './values';

/** `account` is undefined while it loads. */
export function TokenFigures({ account }: { account: AccountDetails['account'] | undefined }) {
  const figures = [
    { name: supportTexts.balance, hint: supportAccountTexts.balanceHint, tokens: account?.balance },
    { name: supportTexts.held, hint: supportAccountTexts.heldHint, tokens: account?.held },
    {
      name: supportTexts.available,
      hint: supportAccountTexts.availableHint,
      tokens: account?.available,
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, hint, tokens }) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.tokens}>
            {tokens === undefined ? (
              <Skeleton width={64} />
            ) : (
              <Copyable value={String(tokens)} what={`${name.toLowerCase()}`}>
                {whole(tokens)}
              </Copyable>
            )}
          </dd>
          <dd className={styles.hint}>{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

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

/** Lists the current holds; renders nothing if there are none. */
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
