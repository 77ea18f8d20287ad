import { moderationReportTexts } from '../../../lib/texts/moderation-report';
import type { FigureGroup } from '../figures';

const figureClass =
  'in-[.figure-table-table]:text-right in-[.figure-table-table]:font-mono in-[.figure-table-table]:whitespace-nowrap in-[.figure-table-table]:tabular-nums max-[600px]:in-[.figure-table-table]:whitespace-normal [.figure-table-table_thead_&]:[font-family:inherit]';

export function FigureTable({ caption, groups }: { caption: string; groups: readonly FigureGroup[] }) {
  return (
    <table className="figure-table-table w-full max-w-160 border-collapse rounded-12 border border-line bg-surface text-14 max-[600px]:wrap-anywhere [&_td]:px-4 [&_td]:py-[5px] [&_td]:text-left [&_td]:font-regular max-[600px]:[&_td]:px-2 [&_th]:px-4 [&_th]:py-[5px] [&_th]:text-left [&_th]:font-regular max-[600px]:[&_th]:px-2 [&_thead_th]:text-13 [&_thead_th]:text-ink-soft [&_tr]:border-t [&_tr]:border-t-line">
      <caption className="pb-2 text-left text-ink-soft">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{moderationReportTexts.figure}</th>
          <th scope="col" className={figureClass}>
            {moderationReportTexts.amount}
          </th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className="in-[.figure-table-table]:[&_th]:bg-ground in-[.figure-table-table]:[&_th]:pt-3 in-[.figure-table-table]:[&_th]:font-bold">
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={figureClass}>{value}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
