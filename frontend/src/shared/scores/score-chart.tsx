import { Group } from '@visx/group';
import { Bar, Circle, Line } from '@visx/shape';
import { useWidth } from '../../ui/chart/use-width';
import { classNames } from '../../ui/dom/dom';
import chart from './chart.module.css';
import { distributionOf, type ScoreCount, tallestOf } from './distribution';
import type { Reading } from './fair-score';
import { ScoreAxis, type ScoreScale, scoreScale } from './score-axis';
import styles from './score-chart.module.css';
import { bandOf, scoreMax, scoreMin } from './scores';

interface ScoreChartLabels {
  readonly picture: (average: Reading, fair: Reading | null, ratings: number) => string;
  readonly fair: (reading: Reading) => string;
  readonly average: (reading: Reading) => string;
  /** Of the same readings where there is little width. */
  readonly short: {
    readonly fair: (reading: Reading) => string;
    readonly average: (reading: Reading) => string;
  };
  readonly table: string;
  readonly score: string;
  readonly ratings: string;
}

interface ScoreChartProps {
  /** Each rating as it was given. */
  scores: readonly number[];
  /** The plain average with the confidence range. */
  average: Reading;
  /** The fair score with its 80 % interval; null while there is none. */
  fair: Reading | null;
  /** The count that fills the height, so that two pictures can be compared; by default the picture's own. */
  tallest?: number;
  labels: ScoreChartLabels;
}

/** The full words of both readings need this much. */
const wordsPx = 320;
const plotPx = 72;
const axisPx = 30;
const rowPx = 40;
export const scoreChartPx = plotPx + axisPx + 2 * rowPx;

/** How often each score was given, and under it on the same line how far the truth may lie from the two readings of it. */
export function ScoreChart({ scores, average, fair, tallest = tallestOf(scores), labels }: ScoreChartProps) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const scale = scoreScale(widthPx);
  const counts = distributionOf(scores);
  const words = widthPx < wordsPx ? labels.short : labels;
  const mark = (score: number, className: string | undefined) => (
    <Line from={{ x: scale(score), y: 0 }} to={{ x: scale(score), y: plotPx }} className={className} />
  );
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        role="img"
        aria-label={labels.picture(average, fair, scores.length)}
        width={widthPx}
        height={scoreChartPx}
        className={styles.chart}
      >
        <ScoreColumns counts={counts} scale={scale} heightPx={plotPx} tallest={tallest} />
        {mark(average.score, styles.averageMark)}
        {fair && mark(fair.score, styles.fairMark)}
        <ScoreAxis scale={scale} widthPx={widthPx} topPx={plotPx} />
        <Group top={plotPx + axisPx}>
          {fair && <IntervalRow kind="fair" reading={fair} text={words.fair(fair)} scale={scale} />}
          <Group top={fair ? rowPx : 0}>
            <IntervalRow kind="average" reading={average} text={words.average(average)} scale={scale} />
          </Group>
        </Group>
      </svg>
      <ScoreTable counts={counts} labels={labels} />
    </div>
  );
}

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
function ScoreColumns({ counts, scale, heightPx, tallest }: ScoreColumnsProps) {
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

interface IntervalRowProps {
  kind: 'fair' | 'average';
  reading: Reading;
  text: string;
  scale: ScoreScale;
}

const textPx = 12;
const linePx = 25;
const bandPx = 10;
const markPx = 7;

/** A reading on the scale: the fair score full and round, the average outlined and square, so that no colour is needed to tell them apart. */
function IntervalRow({ kind, reading: { score, low, high }, text, scale }: IntervalRowProps) {
  const at = scale(score);
  return (
    <Group>
      <text x={0} y={textPx} className={styles.text}>
        {text}
      </text>
      <Line
        from={{ x: scale(scoreMin - 0.5), y: linePx }}
        to={{ x: scale(scoreMax + 0.5), y: linePx }}
        className={styles.track}
      />
      <Bar
        x={scale(low)}
        y={linePx - bandPx / 2}
        width={Math.max(bandPx, scale(high) - scale(low))}
        height={bandPx}
        rx={kind === 'fair' ? bandPx / 2 : 2}
        className={styles[`${kind}Band`]}
      />
      {kind === 'fair' ? (
        <Circle
          cx={at}
          cy={linePx}
          r={markPx}
          className={classNames(styles.fairPoint, chart[`band${bandOf(Math.floor(score + 0.5))}`])}
        />
      ) : (
        <Bar
          x={at - markPx + 2}
          y={linePx - markPx + 2}
          width={2 * markPx - 4}
          height={2 * markPx - 4}
          transform={`rotate(45 ${at} ${linePx})`}
          className={styles.averagePoint}
        />
      )}
    </Group>
  );
}

interface ScoreTableProps {
  counts: readonly ScoreCount[];
  labels: { readonly table: string; readonly score: string; readonly ratings: string };
}

/** The columns of the picture in numbers, for those who hear it. */
function ScoreTable({ counts, labels }: ScoreTableProps) {
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
