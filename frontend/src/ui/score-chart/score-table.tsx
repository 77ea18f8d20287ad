import type { ScoreCount } from '../../lib/scores/distribution';

interface ScoreTableProps {
  counts: readonly ScoreCount[];
  labels: { readonly table: string; readonly score: string; readonly ratings: string };
}

/** The columns of the picture in numbers, for those who hear it. */
export function ScoreTable({ counts, labels }: ScoreTableProps) {
  const given = counts.filter(({ count }) => count > 0);
  if (given.length === 0) return null;
  return (
    <div className="visually-hidden">
      <table>
        <caption>{labels.table}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.score}</th>
            <th scope="col">{labels.ratings}</th>
          </tr>
        </thead>
        <tbody>
          {given.map(({ score, count }) => (
            <tr key={score}>
              <th scope="row">{score}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
