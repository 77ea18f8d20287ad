import { Group } from '@visx/group';
import { Bar, Circle } from '@visx/shape';
import { scoreTexts } from '../../lib/texts/scores';
import { useWidth } from '../../ui/chart/use-width';
import { classNames } from '../../ui/dom/dom';
import { type Reading, wholeScore } from './adjusted-score';
import { distributionOf, type ScoreCount, tallestOf } from './distribution';
import { markClass, ScoreAxis, type ScoreScale, scoreScale } from './score-axis';
import { bandOf } from './scores';

const stoneClass = 'stroke-[color-mix(in_oklab,var(--band),var(--color-ink)_45%)]';

interface ScoreChartProps {
  scores: readonly number[];
  average: Reading;
  /** The adjusted score with its 80 % interval; null if there is none. */
  adjusted: Reading | null;
  /** Count that fills the height. Compared charts share it; the default is the chart's own maximum. */
  tallest?: number;
}

const plotPx = 35;
const labelsPx = 22;
const bandPx = 8;
const markPx = 8;
const diamondPx = 6;
export const scoreChartPx = plotPx + labelsPx;

export function ScoreChart({ scores, average, adjusted, tallest = tallestOf(scores) }: ScoreChartProps) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const scale = scoreScale(widthPx);
  const counts = distributionOf(scores);
  return (
    <div ref={frame} className="relative min-w-0">
      <svg
        role="img"
        aria-label={scoreTexts.chart.picture(average, adjusted, scores.length)}
        width={widthPx}
        height={scoreChartPx}
        className="animate-appear overflow-visible"
      >
        <ScoreColumns counts={counts} scale={scale} heightPx={plotPx - markPx} tallest={tallest} />
        <ScoreAxis scale={scale} widthPx={widthPx} topPx={plotPx} />
        <Group top={plotPx}>
          {adjusted && (
            <Bar
              x={scale(adjusted.low)}
              y={-bandPx / 2}
              width={Math.max(bandPx, scale(adjusted.high) - scale(adjusted.low))}
              height={bandPx}
              rx={bandPx / 2}
              data-part="likely"
              className="fill-line-strong"
            />
          )}
          {/* The average is filled and round, the adjusted score outlined and square: a difference besides colour. */}
          <Circle
            cx={scale(average.score)}
            cy={0}
            r={markPx}
            data-part="average"
            data-band={bandOf(wholeScore(average.score))}
            className={classNames('stroke-ink stroke-2', markClass)}
          />
          {/* The diamond is smaller than the dot, so that both are visible where they coincide. */}
          {adjusted && (
            <Bar
              x={scale(adjusted.score) - diamondPx / 2}
              y={-diamondPx / 2}
              width={diamondPx}
              height={diamondPx}
              transform={`rotate(45 ${scale(adjusted.score)} 0)`}
              data-part="adjusted"
              className="fill-surface stroke-ink stroke-[1.5]"
            />
          )}
        </Group>
      </svg>
      <ScoreTable counts={counts} />
    </div>
  );
}

interface ScoreColumnsProps {
  counts: readonly ScoreCount[];
  scale: ScoreScale;
  heightPx: number;
  tallest: number;
}

/** Maximum number of separate blocks in a column; more blocks would be too thin to count. */
const stackedMax = 8;
const stonePx = 12;
const gapPx = 2;

function ScoreColumns({ counts, scale, heightPx, tallest }: ScoreColumnsProps) {
  const columnPx = scale(2) - scale(1);
  const widthPx = Math.max(2, columnPx - gapPx);
  const unitPx = Math.min(stonePx + gapPx, heightPx / Math.max(1, tallest));
  return (
    <Group>
      {counts.map(({ score, count }) => {
        const stones = tallest <= stackedMax ? count : Math.min(1, count);
        const stoneHeight = tallest <= stackedMax ? unitPx : (heightPx * count) / tallest;
        return Array.from({ length: stones }, (_, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: all blocks of one score are equal
            key={`${score}-${index}`}
            data-part="stone"
            data-band={bandOf(score)}
            className={classNames(stoneClass, markClass)}
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

function ScoreTable({ counts }: { counts: readonly ScoreCount[] }) {
  const given = counts.filter(({ count }) => count > 0);
  if (given.length === 0) return null;
  const labels = scoreTexts.chart;
  return (
    <div className="sr-only">
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
