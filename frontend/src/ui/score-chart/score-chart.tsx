import { Group } from '@visx/group';
import { Line } from '@visx/shape';
import { distributionOf, tallestOf } from '../../lib/scores/distribution';
import type { Reading } from '../../lib/scores/fair-score';
import { ScoreAxis } from '../chart/score-axis';
import { scoreScale } from '../chart/score-scale';
import { useWidth } from '../chart/use-width';
import { IntervalRow } from './interval-row';
import styles from './score-chart.module.css';
import { ScoreColumns } from './score-columns';
import { ScoreTable } from './score-table';

export interface ScoreChartLabels {
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
  votes: readonly number[];
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
export function ScoreChart({ votes, average, fair, tallest = tallestOf(votes), labels }: ScoreChartProps) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const scale = scoreScale(widthPx);
  const counts = distributionOf(votes);
  const words = widthPx < wordsPx ? labels.short : labels;
  const mark = (score: number, className: string | undefined) => (
    <Line from={{ x: scale(score), y: 0 }} to={{ x: scale(score), y: plotPx }} className={className} />
  );
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        role="img"
        aria-label={labels.picture(average, fair, votes.length)}
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
