import { CaseId, moderationRpc, photosRpc, type TransparencyReport } from '@candid/contracts';
import { z } from 'zod';
import type { ServiceCall } from '../kernel/services.js';
import { type Command, columns, type Given, type Options, type Outcome, right, text } from './command.js';

const isDay = (day: string): boolean => z.iso.date().safeParse(day).success;

export function faultOfSpan(options: Options): string | undefined {
  for (const name of ['from', 'to']) {
    const day = text(options, name);
    if (day === undefined) return `Give --${name}, a day such as 2026-11-01.`;
    if (!isDay(day)) return `--${name} ${day} is not a day: write it as 2026-11-01.`;
  }
  const [from, to] = [text(options, 'from')!, text(options, 'to')!];
  return from < to ? undefined : `--to ${to} must be later than --from ${from}: the report ends before that day.`;
}

export function faultOfRelease({ subject, options }: Given): string | undefined {
  if (!CaseId.safeParse(subject).success) return "Give the case's id, as its page in the console shows it.";
  return text(options, 'reason')?.trim()
    ? undefined
    : 'Give --reason: who no longer needs the evidence, and since when.';
}

async function report(call: ServiceCall, { options }: Given): Promise<Outcome> {
  const span = { from: text(options, 'from')!, to: text(options, 'to')! };
  const figures = await call(moderationRpc.transparencyReport, span);
  const lines = options['json'] === true ? [JSON.stringify(figures, undefined, 2)] : linesOfReport(figures);
  return right(lines);
}

async function release(call: ServiceCall, { subject, options }: Given): Promise<Outcome> {
  const request = { caseId: CaseId.parse(subject), reason: text(options, 'reason')! };
  const { photoId } = await call(photosRpc.releaseLegalHold, request);
  return right([`The legal hold on photo ${photoId} is over. Its evidence is being deleted.`]);
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

export const moderationCommands: Readonly<Record<string, Command>> = {
  report: {
    usage: [
      '--from DAY --to DAY',
      'reports, cases, decisions and appeals of the days from --from to before --to, both in UTC;',
      '--json: the same as JSON, times in milliseconds',
    ],
    options: ['from', 'to'],
    flags: ['json'],
    timeoutMs: 60_000,
    fault: ({ options }) => faultOfSpan(options),
    run: report,
  },
  'release-hold': {
    usage: [
      'CASE --reason TEXT',
      'delete the pictures that CASE keeps as evidence under a legal hold; --reason goes into the audit log',
    ],
    takes: 'CASE',
    options: ['reason'],
    timeoutMs: 10_000,
    fault: faultOfRelease,
    run: release,
  },
};

/** Writes the duration in its two largest units: `1 d 4 h`. */
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
