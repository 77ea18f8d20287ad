import { supportBooksTexts } from '../../../lib/texts/support-books';
import type { Reconciliation } from '../api/books';
import { isId } from '../hooks/is-id';
import { FoundLink } from './account-link';
import { type Column, DataTable } from './data-table';
import styles from './inboxes.module.css';
import { RunbookEntry } from './runbook-entry';
import { Verdict } from './verdict';

type Check = Reconciliation['checks'][number];

const columns: readonly Column<Check>[] = [
  { name: supportBooksTexts.check, cell: ({ name }) => checkName(name) },
  { name: supportBooksTexts.verdict, cell: ({ ok }) => <Verdict ok={ok} />, isNarrow: true },
  { name: supportBooksTexts.finding, cell: (check) => <Finding check={check} />, isProse: true },
];

const checksExpected = 10;

/** Undefined: they are running. */
export function ChecksTable({ checks }: { checks: readonly Check[] | undefined }) {
  return (
    <DataTable
      caption={supportBooksTexts.reconciliationCaption}
      columns={columns}
      rows={checks && faultsFirst(checks)}
      rowKey={({ name }) => name}
      rowsExpected={checksExpected}
    />
  );
}

/** What is wrong row by row, each with the way to it, and what to do about it. */
function Finding({ check: { ok, detail, rows, healed, runbook } }: { check: Check }) {
  return (
    <span className={styles.lines}>
      <span>{detail}</span>
      {rows.map(({ kind, id, detail: about }) => (
        <span key={`${kind} ${id} ${about}`}>
          {about !== detail && `${about} `}
          <FoundId id={id} />
        </span>
      ))}
      {healed > 0 && <span>{supportBooksTexts.healed(healed)}</span>}
      {!ok && <RunbookEntry anchor={runbook} />}
    </span>
  );
}

/** An account of the ledger is found by the id in its name. */
function FoundId({ id }: { id: string }) {
  const bare = id.split(':').at(-1) ?? id;
  return isId(bare) ? <FoundLink id={bare} /> : <code>{id}</code>;
}

/** A check that has no words yet goes by its own name. */
const checkName = (name: string): string => (supportBooksTexts.checks as Record<string, string>)[name] ?? name;

const faultsFirst = (checks: readonly Check[]): Check[] => [...checks].sort((a, b) => Number(a.ok) - Number(b.ok));
