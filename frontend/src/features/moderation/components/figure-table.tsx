import { moderationReportTexts } from '../../../lib/texts/moderation-report';
import type { FigureGroup } from '../figures';

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
