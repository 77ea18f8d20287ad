import { Group } from '@visx/group';
import { Bar, Circle, Line } from '@visx/shape';
import type { Reading } from '../../lib/scores/fair-score';
import { bandOf, scoreMax, scoreMin } from '../../lib/scores/scores';
import chart from '../chart/chart.module.css';
import type { ScoreScale } from '../chart/score-scale';
import { classNames } from '../class-names/class-names';
import styles from './score-chart.module.css';

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
export function IntervalRow({ kind, reading: { score, low, high }, text, scale }: IntervalRowProps) {
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
