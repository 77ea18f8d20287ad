import { moderationReportTexts } from '../../../lib/texts/moderation-report';
import type { FigureGroup } from '../figures';
import styles from './figure-table.module.css';

export function FigureTable({ caption, groups }: { caption: string; groups: readonly FigureGroup[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{moderationReportTexts.figure}</th>
          <th scope="col" className={styles.figure}>
            {moderationReportTexts.amount}
          </th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={styles.figure}>{value}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
