/** Figures of a system that only grow: processor seconds by part, or statements, transactions and messages. */
export type Totals = Readonly<Record<string, number>>;

export interface Span {
  before: Totals;
  after: Totals;
  seconds: number;
}

export const growth = ({ before, after, seconds }: Span): Totals =>
  Object.fromEntries(Object.entries(after).map(([name, total]) => [name, (total - (before[name] ?? 0)) / seconds]));

/** Returns what each of `acts` acts cost, without what the same system would have used at rest. `rest`: per second. */
export const costOfAct = (span: Span, rest: Totals, acts: number): Totals =>
  Object.fromEntries(
    Object.entries(growth(span)).map(([name, rate]) => [name, ((rate - (rest[name] ?? 0)) * span.seconds) / acts]),
  );

export const sumOf = (totals: Totals): number => Object.values(totals).reduce((sum, one) => sum + one, 0);

/** Allows for other work than the acts' that does not run all the time, and for times that /proc rounds down. */
const slack = { factor: 1.5, seconds: 0.05 };

/** True if a system that used `spent` processor seconds within `seconds` has finished its work. */
export const isQuiet = (spent: number, seconds: number, restShare: number): boolean =>
  spent <= slack.factor * restShare * seconds + slack.seconds;

const logged = /^.*\[(\d+)\] LOG: {2}(?:statement|execute [^:]*): ?(.*)$/gm;

/** Counts statements and transactions in PostgreSQL's log with `log_statement = 'all'`. */
export class StatementCounter {
  statements = 0;
  transactions = 0;
  /** Backends within a transaction block. */
  private readonly open = new Set<string>();

  /** `lines`: the next whole lines of the log. A statement outside a block is a transaction of its own. */
  read(lines: string): void {
    for (const [, pid, statement] of lines.matchAll(logged)) {
      this.statements += 1;
      if (/^(begin|start transaction)\b/i.test(statement!)) this.open.add(pid!);
      else if (/^(commit|end|rollback(?! to))\b/i.test(statement!)) this.open.delete(pid!);
      if (!this.open.has(pid!)) this.transactions += 1;
    }
  }
}
