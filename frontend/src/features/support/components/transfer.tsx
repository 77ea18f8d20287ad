import type { supportLedgerRoutes } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';
import { signed, whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import { type Column, DataTable } from '../../../shared/console/data-table';
import { Copyable, Facts, isId, Moment, Pill } from '../../../shared/console/values';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { amountColumns } from './paged-table';
import { AccountLink, accountName, RequestLink, UserLink } from './values';

export type TransferTrace = Answer<typeof supportLedgerRoutes.getTransfer>;

export function transferWords({ transfer: { code, amount, reason }, entries }: TransferTrace): string {
  const own = entries.find(({ account }) => accountName(account).userId);
  // A hold has no entries before its use. A grant without a reason is the welcome grant of a sign-up.
  const change = own?.amount ?? (code === 'hold' ? -amount : amount);
  return entryWords(supportAccountTexts.entries, { code, amount: change }, reason === null).detail;
}

export function TransferFacts({ trace }: { trace: TransferTrace }) {
  const { transfer } = trace;
  const { status, amount, expiresAt } = transfer;
  return (
    <Facts
      facts={{
        [supportTexts.status]: (
          <>
            <Pill tone={status === 'posted' ? 'good' : 'plain'}>{supportAccountTexts.statuses[status]}</Pill>{' '}
            {supportAccountTexts.statusHints[status]}
          </>
        ),
        [supportTexts.amount]: (
          <Copyable value={String(amount)} what={supportTexts.amountWord}>
            {transfer.code === 'correction' ? signed(amount) : whole(amount)}
          </Copyable>
        ),
        [supportTexts.reason]: transfer.reason,
        [supportAccountTexts.ticket]: transfer.ticket,
        [supportAccountTexts.actor]: <Actor actor={transfer.actor} />,
        [supportAccountTexts.effective]: <Moment at={transfer.effectiveAt} />,
        [supportAccountTexts.booked]: <Moment at={transfer.recordedAt} />,
        [supportAccountTexts.expires]: status === 'pending' && expiresAt && <Moment at={expiresAt} />,
        [supportAccountTexts.cause]: <Cause trace={trace} />,
        [supportTexts.steps.command]: transfer.command,
        [supportTexts.transfer]: <Copyable value={transfer.transferId} what={supportTexts.transferId} />,
        [supportTexts.steps.request]: (
          <Copyable value={transfer.correlationId} what={supportTexts.requestId}>
            <RequestLink id={transfer.correlationId} />
          </Copyable>
        ),
      }}
    />
  );
}

function Actor({ actor }: { actor: string | null }) {
  if (actor === null) return supportAccountTexts.system;
  return isId(actor) ? <UserLink userId={actor} /> : actor;
}

function Cause({ trace: { transfer, causeEvent } }: { trace: TransferTrace }) {
  const { causeEventId } = transfer;
  if (causeEventId === null) return supportAccountTexts.causeRequest;
  return (
    <>
      {causeEvent && `${causeEvent.type} ${supportTexts.service(causeEvent.service)} `}
      <Copyable value={causeEventId} what={supportTexts.eventId} />
    </>
  );
}

type Posting = TransferTrace['entries'][number];

const columns: readonly Column<Posting>[] = [
  { name: supportTexts.account, cell: ({ account }) => <AccountLink account={account} /> },
  { name: supportAccountTexts.booked, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  ...amountColumns,
];

export function PostingsTable({ postings }: { postings: readonly Posting[] }) {
  if (postings.length === 0) {
    return (
      <EmptyState title={supportAccountTexts.noPostings} text={supportAccountTexts.noPostingsText} headingLevel={3} />
    );
  }
  return (
    <DataTable
      caption={supportAccountTexts.postingsCaption}
      columns={columns}
      rows={postings}
      rowKey={({ account, at, amount }) => `${account} ${at} ${amount}`}
    />
  );
}
