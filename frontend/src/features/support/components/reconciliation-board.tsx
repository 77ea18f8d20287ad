import { CircleAlert, CircleCheck } from 'lucide-react';
import { formatDateTime } from '../../../lib/format/format';
import { supportTexts } from '../../../lib/texts/support';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { type Reconciliation, useReconciliation } from '../api/books';
import { useSeconds } from '../hooks/use-seconds';
import { type Column, DataTable } from './data-table';
import { Failure } from './failure';
import styles from './paged-table.module.css';
import { Pill } from './pill';

type Check = Reconciliation['checks'][number];

const columns: readonly Column<Check>[] = [
  { name: supportTexts.check, cell: ({ name }) => checkName(name) },
  { name: supportTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} />, isNarrow: true },
  { name: supportTexts.finding, cell: ({ detail }) => detail },
];

const rowsExpected = 10;

/** Runs the checks when asked to, and shows what each of them says; faults come first. */
export function ReconciliationBoard() {
  const { data, error, isFetching, refetch } = useReconciliation();
  const seconds = useSeconds(isFetching);
  const run = () => void refetch();
  if (!data && !isFetching) {
    if (error) return <Failure error={error} text={supportTexts.runFailed} retry={run} />;
    return (
      <EmptyState
        title={supportTexts.neverRun}
        text={supportTexts.neverRunText}
        action={
          <Button variant="primary" onClick={run}>
            {supportTexts.runNow}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.list}>
      {isFetching ? <Notice>{supportTexts.runningFor(seconds)}</Notice> : data && <Outcome of={data} />}
      {error && !isFetching && <Failure error={error} text={supportTexts.runFailed} retry={run} />}
      <DataTable
        caption={supportTexts.reconciliationCaption}
        columns={columns}
        rows={isFetching ? undefined : data && faultsFirst(data.checks)}
        rowKey={({ name }) => name}
        rowsExpected={data?.checks.length ?? rowsExpected}
      />
      <div className={styles.end}>
        <Button busy={isFetching} onClick={run}>
          {isFetching ? supportTexts.running : supportTexts.runNow}
        </Button>
      </div>
    </div>
  );
}

function Outcome({ of: { ok, checkedAt, checks } }: { of: Reconciliation }) {
  const when = formatDateTime(checkedAt);
  const faults = checks.filter((check) => !check.ok).length;
  return (
    <Notice tone={ok ? 'success' : 'danger'}>
      {ok ? supportTexts.allGood(when) : supportTexts.faultsFound(faults, when)}
    </Notice>
  );
}

function Verdict({ ok }: { ok: boolean }) {
  return ok ? (
    <Pill tone="good">
      <CircleCheck aria-hidden="true" /> {supportTexts.passed}
    </Pill>
  ) : (
    <Pill tone="bad">
      <CircleAlert aria-hidden="true" /> {supportTexts.failed}
    </Pill>
  );
}

/** A check that has no words yet goes by its own name. */
const checkName = (name: string): string => (supportTexts.checks as Record<string, string>)[name] ?? name;

const faultsFirst = (checks: readonly Check[]): Check[] => [...checks].sort((a, b) => Number(a.ok) - Number(b.ok));
