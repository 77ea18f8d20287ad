import type { moderationRoutes } from '@candid/contracts';
import type { Answer } from '../../lib/api/call';
import { whole } from '../../lib/language/language';
import { moderationReportTexts, moderationTexts } from '../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../lib/texts/moderation-decisions';

export type ReportFigures = Answer<typeof moderationRoutes.transparencyReport>['report'];

interface FigureGroup {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

type Named = Readonly<Record<string, string>>;

const minuteMs = 60_000;

/** Formats milliseconds as `1 h 20 min`, rounded to minutes; a dash for null. */
export function spanText(ms: number | null): string {
  if (ms === null) return moderationReportTexts.noFigure;
  const minutes = Math.round(ms / minuteMs);
  const { age } = moderationTexts;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return age.minutes(minutes);
  return minutes % 60 === 0 ? age.hours(hours) : `${age.hours(hours)} ${age.minutes(minutes % 60)}`;
}

export function figureGroups(report: ReportFigures): readonly FigureGroup[] {
  const { groups, rows, origins } = moderationReportTexts;
  const decisionNames = Object.fromEntries(
    Object.entries(moderationDecisionTexts.decisions).map(([decision, { decided }]) => [decision, decided]),
  );
  const counted = (title: string, amounts: ReportFigures['decisions'], names: Named): FigureGroup => ({
    title,
    rows:
      amounts.length === 0
        ? [{ name: rows.none, value: whole(0) }]
        : amounts.map(({ key, count }) => ({ name: names[key] ?? key, value: whole(count) })),
  });
  const row = (name: string, value: number) => ({ name, value: whole(value) });
  const span = (name: string, ms: number | null) => ({ name, value: spanText(ms) });
  return [
    counted(groups.reports, report.reportsByReason, moderationTexts.reasons),
    counted(groups.notices, report.noticesByReason, moderationTexts.reasons),
    counted(groups.origins, report.casesByOrigin, origins),
    counted(groups.decisions, report.decisions, decisionNames),
    counted(groups.rules, report.decisionsByRule, moderationTexts.rules),
    { title: groups.holds, rows: [row(rows.holds, report.holds), row(rows.undone, report.undone)] },
    {
      title: groups.times,
      rows: [
        span(rows.median, report.medianMsToDecide),
        span(rows.p95, report.p95MsToDecide),
        row(rows.late, report.decidedLate),
        row(rows.openAtEnd, report.openAtEnd),
      ],
    },
    {
      title: groups.appeals,
      rows: [
        row(rows.appeals, report.appeals),
        row(rows.granted, report.appealsGranted),
        row(rows.rejected, report.appealsRejected),
        span(rows.medianAppeal, report.medianMsToDecideAppeals),
      ],
    },
  ];
}

export const asTabs = (groups: readonly FigureGroup[]): string =>
  groups.flatMap(({ title, rows }) => rows.map(({ name, value }) => [title, name, value].join('\t'))).join('\n');

const dayOfUtc = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last full month in UTC, the time zone of the figures; `to` is exclusive. */
export function lastMonth(now: number): { from: string; to: string } {
  const today = new Date(now);
  const first = (months: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1);
  return { from: dayOfUtc(first(-1)), to: dayOfUtc(first(0)) };
}

const nameClass = 'px-4 py-[5px] text-left font-regular max-[600px]:px-2';
const headClass = `${nameClass} text-13 text-ink-soft`;
const groupClass = 'bg-ground px-4 pt-3 pb-[5px] text-left font-bold max-[600px]:px-2';
const figureClass =
  'px-4 py-[5px] text-right tabular-nums whitespace-nowrap max-[600px]:px-2 max-[600px]:whitespace-normal';
const rowClass = 'border-t border-t-line';

export function FigureTable({ caption, groups }: { caption: string; groups: readonly FigureGroup[] }) {
  return (
    <table className="w-full max-w-160 border-collapse rounded-12 border border-line bg-surface text-14 max-[600px]:wrap-anywhere">
      <caption className="pb-2 text-left text-ink-soft">{caption}</caption>
      <thead>
        <tr className={rowClass}>
          <th scope="col" className={headClass}>
            {moderationReportTexts.figure}
          </th>
          <th scope="col" className={`${figureClass} text-13 font-regular text-ink-soft`}>
            {moderationReportTexts.amount}
          </th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className={rowClass}>
            <th scope="rowgroup" colSpan={2} className={groupClass}>
              {title}
            </th>
          </tr>
          {rows.map(({ name, value }) => (
            <tr key={name} className={rowClass}>
              <th scope="row" className={nameClass}>
                {name}
              </th>
              <td className={`${figureClass} font-mono`}>{value}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
