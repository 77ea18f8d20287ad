import { supportLedgerRoutes as routes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../lib/api/call';
import { exactTimeText } from '../../../lib/language/exact-time';
import { whole } from '../../../lib/language/language';
import { usePages } from '../../../lib/query/use-pages';
import { forget, useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { Failure, linesClass, Section } from '../../../shared/console/section';
import { Copyable, isId, Moment, Pill } from '../../../shared/console/values';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { PagedTable } from './paged-table';
import { FoundLink } from './values';

type Reconciliation = Answer<typeof routes.reconcile>;
type ReconciliationRun = Answer<typeof routes.listReconciliations>['runs'][number];

/** Options of a query over the whole ledger: it runs only on request and keeps its answer until the next request. */
export const onDemand = { enabled: false, staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

const useReconciliationRuns = () => usePages(routes.listReconciliations, {}, ({ runs }) => runs);

export function ReconciliationBoard() {
  const asked = useRead(routes.reconcile, {}, onDemand);
  const kept = useReconciliationRuns();
  const runs = kept.data?.rows;
  const queryClient = useQueryClient();
  const seconds = useSeconds(asked.isFetching);
  const run = async () => {
    await asked.refetch();
    await forget(queryClient, routes.listReconciliations);
  };
  const shown = asked.data ?? runs?.[0];
  const error = asked.error ?? (shown ? null : kept.error);
  const isFirst = runs?.length === 0 && !shown && !asked.isFetching;
  return (
    <div className="grid gap-3">
      {asked.isFetching && <Notice>{supportBooksTexts.runningFor(seconds)}</Notice>}
      {error && !asked.isFetching && (
        <Failure
          error={error}
          text={supportBooksTexts.runFailed}
          retry={() => void (asked.error ? run() : kept.refetch())}
        />
      )}
      {shown && !asked.isFetching && <Outcome of={shown} />}
      {isFirst ? (
        <EmptyState title={supportBooksTexts.neverRun} text={supportBooksTexts.neverRunText} />
      ) : (
        !(error && !shown) && (
          <DataTable
            caption={supportBooksTexts.reconciliationCaption}
            columns={checkColumns}
            rows={asked.isFetching ? undefined : shown && faultsFirst(shown.checks)}
            rowKey={({ name }) => name}
            rowsExpected={checksExpected}
          />
        )
      )}
      <div className={classNames('flex min-h-9 flex-wrap items-center gap-3', isFirst && 'justify-center')}>
        <Button variant={isFirst ? 'primary' : 'secondary'} busy={asked.isFetching} onClick={() => void run()}>
          {asked.isFetching ? supportBooksTexts.running : supportBooksTexts.runNow}
        </Button>
      </div>
    </div>
  );
}

function Outcome({ of: { ok, checkedAt, checks } }: { of: Pick<Reconciliation, 'ok' | 'checkedAt' | 'checks'> }) {
  const when = exactTimeText(checkedAt);
  return (
    <Notice tone={ok ? 'success' : 'danger'}>
      {ok ? supportBooksTexts.allGood(when) : supportBooksTexts.faultsFound(faultsOf(checks), when)}
    </Notice>
  );
}

function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    setSeconds(0);
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}

type Check = Reconciliation['checks'][number];

const faultsOf = (checks: readonly Pick<Check, 'ok'>[]): number => checks.filter(({ ok }) => !ok).length;

const checkNames: Readonly<Record<string, string>> = supportBooksTexts.checks;

const checkColumns: readonly Column<Check>[] = [
  { name: supportBooksTexts.check, cell: ({ name }) => checkNames[name] ?? name },
  { name: supportBooksTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} />, isNarrow: true },
  { name: supportBooksTexts.finding, cell: (check) => <Finding check={check} />, isProse: true },
];

const checksExpected = 10;

function Finding({ check: { ok, detail, rows, healed, runbook } }: { check: Check }) {
  return (
    <span className={linesClass}>
      <span>{detail}</span>
      {rows.map(({ kind, id, detail: about }) => (
        <span key={`${kind} ${id} ${about}`}>
          {about !== detail && `${about} `}
          <FoundId id={id} />
        </span>
      ))}
      {!ok && healed > 0 && <span>{supportBooksTexts.healed(healed)}</span>}
      {!ok && <RunbookEntry anchor={runbook} />}
    </span>
  );
}

/** The id of a ledger account is the last part of its name. */
function FoundId({ id }: { id: string }) {
  const bare = id.split(':').at(-1) ?? id;
  return isId(bare) ? <FoundLink id={bare} /> : <code>{id}</code>;
}

const faultsFirst = (checks: readonly Check[]): Check[] => [...checks].sort((a, b) => Number(a.ok) - Number(b.ok));

/** Explains a fault and the first thing to do, because support cannot read the runbook itself. */
function RunbookEntry({ anchor }: { anchor: string }) {
  const entry = entries[anchor];
  return (
    <span className="mt-2 grid max-w-[70ch] gap-1 border-l-2 border-l-danger pl-3 [&_strong]:font-medium">
      {entry && (
        <>
          <span>
            <strong>{supportBooksTexts.means}</strong> {entry.means}
          </span>
          <span>
            <strong>{supportBooksTexts.doFirst}</strong> {entry.first}
          </span>
        </>
      )}
      {anchor === 'nothing-given-up' && <Link to="/support/dead-letters">{supportBooksTexts.deadLetters}</Link>}
      <span className="text-ink-soft">{supportBooksTexts.runbookFor(anchor)}</span>
    </span>
  );
}

/** For a check without an entry here, the console shows only the name of its section in the runbook. */
const entries: Readonly<Record<string, { means: string; first: string } | undefined>> = supportBooksTexts.runbook;

const runColumns: readonly Column<ReconciliationRun>[] = [
  { name: supportTexts.when, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
  { name: supportBooksTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} /> },
  figure(supportBooksTexts.faults, ({ checks }) => whole(faultsOf(checks))),
  figure(supportBooksTexts.took, ({ tookMs }) => supportBooksTexts.milliseconds(whole(tookMs))),
  {
    name: supportBooksTexts.chainHead,
    cell: ({ chainHead }) => (
      <Copyable value={chainHead} what={supportBooksTexts.head}>
        {chainHead.slice(0, 12)}
      </Copyable>
    ),
  },
];

export function ReconciliationRuns() {
  const runs = useReconciliationRuns();
  if (runs.data?.rows.length === 0 || (runs.error && !runs.data)) return null;
  return (
    <Section title={supportBooksTexts.runsTitle}>
      <PagedTable
        pages={runs}
        caption={supportBooksTexts.runsCaption}
        columns={runColumns}
        rowKey={({ checkedAt }) => checkedAt}
        failed={supportBooksTexts.runFailed}
        empty={null}
      />
    </Section>
  );
}

function Verdict({ ok }: { ok: boolean }) {
  return ok ? (
    <Pill tone="good">
      <CircleCheck aria-hidden="true" /> {supportBooksTexts.passed}
    </Pill>
  ) : (
    <Pill tone="bad">
      <CircleAlert aria-hidden="true" /> {supportBooksTexts.failed}
    </Pill>
  );
}
