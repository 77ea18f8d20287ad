import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { type ReconciliationRun, useReconciliationRuns } from '../api/books';
import { Copyable } from './copyable';
import type { Column } from './data-table';
import { Moment } from './moment';
import { PagedTable } from './paged-table';
import { Section } from './section';
import { Verdict } from './verdict';

const columns: readonly Column<ReconciliationRun>[] = [
  { name: supportTexts.when, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
  { name: supportTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} /> },
  {
    name: supportTexts.faults,
    cell: ({ checks }) => whole(checks.filter(({ ok }) => !ok).length),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportTexts.took,
    cell: ({ tookMs }) => supportTexts.milliseconds(whole(tookMs)),
    isFigure: true,
    isNarrow: true,
  },
  {
    name: supportTexts.chainHead,
    cell: ({ chainHead }) => (
      <Copyable value={chainHead} what={supportTexts.head}>
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
    <Section title={supportTexts.runsTitle}>
      <PagedTable
        pages={runs}
        caption={supportTexts.runsCaption}
        columns={columns}
        rowKey={({ checkedAt }) => checkedAt}
        failed={supportTexts.runFailed}
        empty={null}
      />
    </Section>
  );
}
