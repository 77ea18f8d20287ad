import { Group } from '@visx/group';
import { Bar } from '@visx/shape';
import type { ScoreCount } from '../../lib/scores/distribution';
import { bandOf } from '../../lib/scores/scores';
import chart from '../chart/chart.module.css';
import type { ScoreScale } from '../chart/score-scale';

interface ScoreColumnsProps {
  counts: readonly ScoreCount[];
  scale: ScoreScale;
  heightPx: number;
  /** The count that fills the height. */
  tallest: number;
}

/** Above this many a column's ratings are too thin to be told apart. */
const stackedMax = 8;
const stonePx = 16;
const gapPx = 2;

/** One stone for each rating while they can be counted, whole columns beyond. */
export function ScoreColumns({ counts, scale, heightPx, tallest }: ScoreColumnsProps) {
  const columnPx = scale(2) - scale(1);
  const widthPx = Math.max(2, columnPx - gapPx);
  const unitPx = Math.min(Math.max(columnPx, 12), stonePx + gapPx, heightPx / Math.max(1, tallest));
  return (
    <Group>
      {counts.map(({ score, count }) => {
        const stones = tallest <= stackedMax ? count : Math.min(1, count);
        const stoneHeight = tallest <= stackedMax ? unitPx : (heightPx * count) / tallest;
        return Array.from({ length: stones }, (_, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: the stones of one score are alike
            key={`${score}-${index}`}
            className={chart[`band${bandOf(score)}`]}
            x={scale(score) - widthPx / 2}
            y={heightPx - stoneHeight * (index + 1)}
            width={widthPx}
            height={Math.max(2, stoneHeight - gapPx)}
            rx={Math.min(4, widthPx / 3)}
          />
        ));
      })}
    </Group>
  );
}
