import { Link } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { Section } from '../../../shared/console/section';
import { Copyable, Moment } from '../../../shared/console/values';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { AccountDetails } from './values';

export function TokenFigures({ account }: { account: AccountDetails['account'] | undefined }) {
  const { balanceHint, balanceWord, heldTitle, heldHint, heldWord, availableHint, availableWord } = supportAccountTexts;
  const figures = [
    { name: supportTexts.balance, word: balanceWord, hint: balanceHint, tokens: account?.balance },
    { name: heldTitle, word: heldWord, hint: heldHint, tokens: account?.held },
    { name: supportTexts.available, word: availableWord, hint: availableHint, tokens: account?.available },
  ];
  return (
    <dl className="mb-6 grid grid-cols-3 gap-3 max-[601px]:grid-cols-1 max-[601px]:gap-0 max-[601px]:overflow-hidden max-[601px]:rounded-12 max-[601px]:border max-[601px]:border-line max-[601px]:bg-surface">
      {figures.map(({ name, word, hint, tokens }) => (
        <div
          key={name}
          className="rounded-12 border border-line bg-surface px-4 py-3 max-[601px]:grid max-[601px]:grid-cols-[minmax(0,1fr)_auto] max-[601px]:items-center max-[601px]:border-0 max-[601px]:[&+&]:rounded-none max-[601px]:[&+&]:border-t max-[601px]:[&+&]:border-t-line"
        >
          <dt className="text-14 text-ink-soft">{name}</dt>
          <dd className="font-mono text-28 leading-[1.3] tabular-nums max-[601px]:col-2 max-[601px]:row-[1/span_2] max-[601px]:text-20">
            {tokens === undefined ? (
              <Skeleton width={64} />
            ) : tokens === 0 ? (
              whole(tokens)
            ) : (
              <Copyable value={String(tokens)} what={word}>
                {whole(tokens)}
              </Copyable>
            )}
          </dd>
          <dd className="text-13 text-ink-soft">{hint}</dd>
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
  figure(supportTexts.amount, ({ amount }) => whole(amount)),
];

export function HoldsTable({ holds }: { holds: readonly Hold[] }) {
  if (holds.length === 0) return null;
  return (
    <Section title={supportAccountTexts.heldTitle} text={supportAccountTexts.heldHint}>
      <DataTable
        caption={supportAccountTexts.holdsCaption}
        columns={columns}
        rows={holds}
        rowKey={({ transferId }) => transferId}
      />
    </Section>
  );
}
