import { moderationRpc } from '@candid/contracts';
import { asOperator } from './operator.mjs';
import { columns } from './say.mjs';

/** Longer than the default, because the report reads all cases of the span. */
const timeoutMs = 60_000;

/** Fetches the report on the days from `span.from` (inclusive) to `span.to` (exclusive). */
export const transparencyReport = (natsUrl, span) =>
  asOperator({ natsUrl, name: 'moderation-command', timeoutMs }, (call) =>
    call(moderationRpc.transparencyReport, span),
  );

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** Formats a duration in its two largest units: `1 d 4 h`. */
function duration(ms) {
  if (ms === null) return 'none';
  const first = UNITS.findIndex(([, size]) => ms >= size);
  if (first === -1) return '0 s';
  const [unit, size] = UNITS[first];
  const next = UNITS[first + 1];
  const rest = next ? Math.floor((ms % size) / next[1]) : 0;
  return [`${Math.floor(ms / size)} ${unit}`, rest > 0 && `${rest} ${next[0]}`].filter(Boolean).join(' ');
}

const sumOf = (amounts) => amounts.reduce((sum, { count }) => sum + count, 0);

function amountsOf(title, amounts) {
  const rows = amounts.toSorted((one, other) => other.count - one.count || one.key.localeCompare(other.key));
  return [
    `${title}  ${sumOf(amounts)}`,
    ...(rows.length > 0 ? columns(rows.map(({ key, count }) => [key, count])) : []),
  ];
}

/** Formats the report as lines of plain text. */
export function linesOfReport(report) {
  const figures = [
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
    ...amountsOf('reports', report.reportsByReason),
    ...amountsOf('notices', report.noticesByReason),
    ...amountsOf('cases by origin', report.casesByOrigin),
    ...amountsOf('decisions', report.decisions),
    ...amountsOf('decisions by rule', report.decisionsByRule),
    '',
    ...columns(figures, ''),
  ];
}
