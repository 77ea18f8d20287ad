import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { type ReconciliationRun, useReconciliationRuns } from '../api/books';
import { Copyable } from './copyable';
import type { Column } from './data-table';
import { Moment } from './moment';
import { PagedTable } from './paged-table';
import { Section } from './section';
import { Verdict } from './verdict';

const columns: readonly Column<ReconciliationRun>[] = [
  { name: supportTexts.when, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
  { name: supportBooksTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} /> },
  {
    name: supportBooksTexts.faults,
    cell: ({ checks }) => whole(checks.filter(({ ok }) => !ok).length),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportBooksTexts.took,
    cell: ({ tookMs }) => supportBooksTexts.milliseconds(whole(tookMs)),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportBooksTexts.chainHead,
    cell: ({ chainHead }) => (
      <Copyable value={chainHead} what={supportBooksTexts.head}>
        {chainHead.slice(0, 12)}
      </Copyable>
    ),
  },
];

/** Every run that was kept; without any, nothing. */
export function ReconciliationRuns() {
  const runs = useReconciliationRuns();
  if (runs.rows?.length === 0 || (runs.error && !runs.rows)) return null;
  return (
    <Section title={supportBooksTexts.runsTitle}>
      <PagedTable
        pages={runs}
        caption={supportBooksTexts.runsCaption}
        columns={columns}
        rowKey={({ checkedAt }) => checkedAt}
        failed={supportBooksTexts.runFailed}
        empty={null}
      />
    </Section>
  );
}
