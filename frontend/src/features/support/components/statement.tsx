import { requestOf, supportLedgerRoutes, urlOf } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Answer, fetchWithSession, toApiError } from '../../../lib/api/call';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { exactTimeText } from '../../../lib/language/exact-time';
import { dataSize, whole } from '../../../lib/language/language';
import type { Pages } from '../../../lib/query/use-pages';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { entryWords } from '../../../lib/tokens/entry-words';
import { type Column } from '../../../shared/console/data-table';
import { DayField } from '../../../shared/console/day-field';
import { Moment } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { saveFile } from '../../../ui/dom/dom';
import { Select } from '../../../ui/select/select';
import { toastStore } from '../../../ui/toast/toast-store';
import { firstOfLastDays, isFiltered, type StatementFilters, transferCodes } from '../statement-filters';
import { amountColumns, PagedTable } from './paged-table';
import { FoundLink } from './values';

export type AccountEntry = Answer<typeof supportLedgerRoutes.getAccountStatement>['entries'][number];

interface StatementFiltersProps {
  filters: StatementFilters;
  /** Changes filters by name; an empty value removes a filter. */
  onChange: (change: Record<string, string>) => void;
}

const codes = [
  { value: '', label: supportAccountTexts.anyCode },
  ...transferCodes.map((code) => ({ value: code, label: supportAccountTexts.codes[code] })),
];

const ranges = [
  { days: 1, label: supportAccountTexts.today },
  { days: 7, label: supportAccountTexts.lastDays('7') },
  { days: 30, label: supportAccountTexts.lastDays('30') },
];

export function StatementFilterBar({ filters, onChange }: StatementFiltersProps) {
  const id = useId();
  return (
    <fieldset
      className="flex flex-wrap items-center gap-x-3 gap-y-2 [&_button[aria-pressed=true]]:bg-accent-soft [&_button[aria-pressed=true]]:text-accent-ink"
      aria-labelledby={id}
    >
      <legend id={id} className="sr-only">
        {supportAccountTexts.filters}
      </legend>
      <Select
        label={supportAccountTexts.code}
        options={codes}
        value={filters.code ?? ''}
        onChange={(code) => onChange({ code })}
      />
      <DayField label={supportAccountTexts.from} value={filters.from ?? ''} onChange={(from) => onChange({ from })} />
      <DayField label={supportAccountTexts.to} value={filters.to ?? ''} onChange={(to) => onChange({ to })} />
      {ranges.map(({ days, label }) => {
        const from = firstOfLastDays(days);
        return (
          <Button
            key={days}
            size="s"
            aria-pressed={filters.from === from && !filters.to}
            onClick={() => onChange({ from, to: '' })}
          >
            {label}
          </Button>
        );
      })}
      {isFiltered(filters) && (
        <Button size="s" variant="quiet" onClick={() => onChange({ code: '', from: '', to: '' })}>
          {supportAccountTexts.clearFilters}
        </Button>
      )}
    </fieldset>
  );
}

interface StatementTableProps {
  pages: Pages<AccountEntry>;
  isFiltered: boolean;
  empty: ReactNode;
}

export function StatementTable({ pages, isFiltered, empty }: StatementTableProps) {
  const first = !isFiltered && !pages.hasNextPage ? pages.data?.rows.at(-1)?.entryId : undefined;
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

const columnsFor = (first: string | undefined): readonly Column<AccountEntry>[] => [
  { name: supportTexts.what, cell: (entry) => <What entry={entry} isFirst={entry.entryId === first} /> },
  { name: supportTexts.when, cell: ({ at }) => <Moment at={at} />, isNarrow: true },
  ...amountColumns,
];

function What({ entry, isFirst }: { entry: AccountEntry; isFirst: boolean }) {
  const { title } = entryWords(supportAccountTexts.entries, entry, isFirst);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <Link
        to={`/support/transfers/${entry.transferId}`}
        className="-my-0.5 inline-flex min-h-target-dense items-center justify-self-start font-bold"
        aria-label={supportAccountTexts.openTransferOf(title, exactTimeText(entry.at))}
      >
        {title}
      </Link>
      <Assessments ids={entry.assessmentIds} />
    </span>
  );
}

/** Links to a single assessment. If there are several, shows their number; the page of the transfer lists them. */
function Assessments({ ids = [] }: { ids: readonly string[] | undefined }) {
  const [id] = ids;
  if (id === undefined) return null;
  return (
    <span className="text-ink-soft">
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

export function ExportCsv({ userId, filters }: { userId: string; filters: StatementFilters }) {
  const [bytes, setBytes] = useState(0);
  const name = supportAccountTexts.exportName(userId);
  const exporting = useMutation({
    mutationFn: () => exportStatement({ userId, ...filters }, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (file) => {
      saveFile(name, file);
      toastStore.show({ text: supportAccountTexts.exportDone(name) });
    },
    onError: (error) => toastStore.show({ text: messageOf(error, supportAccountTexts.exportFailed), tone: 'danger' }),
    retry: false,
  });
  const progress = bytes > 0 ? supportAccountTexts.exported(dataSize(bytes)) : supportAccountTexts.exporting;
  return (
    <Button size="s" icon={<Download />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
      {exporting.isPending ? progress : supportAccountTexts.export}
    </Button>
  );
}

/** The browser keeps the returned file outside the page's memory. Throws `ApiError` OFFLINE if the stream fails. */
async function exportStatement(
  query: StatementFilters & { userId: string },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const route = supportLedgerRoutes.exportStatement;
  const ask = (token?: string) =>
    fetch(urlOf(route, { query }), { ...requestOf(route, {}, token), credentials: 'same-origin' });
  const response = await fetchWithSession(ask).catch(() => {
    throw ApiError.offline();
  });
  if (!response.ok) throw await toApiError(response, await response.json().catch(() => undefined));
  const counted = response.body?.pipeThrough(counting(onBytes)) ?? null;
  return new Response(counted, { headers: { 'content-type': 'text/csv' } }).blob().catch(() => {
    throw ApiError.offline();
  });
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength;
      onBytes(bytes);
      controller.enqueue(part);
    },
  });
}
