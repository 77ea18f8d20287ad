import type { TransparencyReport } from '@candid/contracts';
import { columns } from './columns.js';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Formats a duration in its two largest units: `1 d 4 h`. */
function duration(ms: number | null): string {
  if (ms === null) return 'none';
  const first = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[first] ?? ['s', Number.POSITIVE_INFINITY];
  const next = UNITS[first + 1];
  const rest = first !== -1 && next ? Math.floor((ms % size) / next[1]) : 0;
  return [`${Math.floor(ms / size)} ${unit}`, next && rest > 0 && `${rest} ${next[0]}`].filter(Boolean).join(' ');
}

type Amounts = TransparencyReport['decisions'];

function linesOfAmounts(title: string, amounts: Amounts): string[] {
  const rows = amounts.toSorted((one, other) => other.count - one.count || one.key.localeCompare(other.key));
  const sum = amounts.reduce((total, { count }) => total + count, 0);
  return [
    `${title}  ${sum}`,
    ...columns(
      rows.map(({ key, count }) => [key, count]),
      '  ',
    ),
  ];
}

/** Formats the report as lines of plain text. */
export function linesOfReport(report: TransparencyReport): string[] {
  const figures: [string, string | number][] = [
    ['holds', report.holds],
    ['time to decide, median', duration(report.medianMsToDecide)],
    ['time to decide, 95th percentile', duration(report.p95MsToDecide)],
    ['decided after the target time', report.decidedLate],
    ['decisions undone', report.undone],
    ['appeals', report.appeals],
    ['appeals granted', report.appealsGranted],
    ['appeals rejected', report.appealsRejected],
    ['time to decide an appeal, median', duration(report.medianMsToDecideAppeals)],
    ['cases open at the end', report.openAtEnd],
  ];
  return [
    `from ${report.from} to before ${report.to} (UTC)`,
    '',
    ...linesOfAmounts('reports', report.reportsByReason),
    ...linesOfAmounts('notices', report.noticesByReason),
    ...linesOfAmounts('cases by origin', report.casesByOrigin),
    ...linesOfAmounts('decisions', report.decisions),
    ...linesOfAmounts('decisions by rule', report.decisionsByRule),
    '',
    ...columns(figures),
  ];
}
