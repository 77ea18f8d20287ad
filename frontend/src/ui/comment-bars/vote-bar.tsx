import { scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import type { PhraseVotes } from '../../lib/comments/agreement';
import { useWidth } from '../chart/use-width';
import { classNames } from '../class-names/class-names';
import styles from './comment-bars.module.css';

const heightPx = 18;
const barPx = 12;
/** At each end, for the number behind the bar. */
const numberPx = 22;
const axisGapPx = 3;

/** Low votes to the left of the middle, high ones to the right; the whole half stands for everybody who rated. */
export function VoteBar({ phrase: { low, high, of, doubleNeg }, label }: { phrase: PhraseVotes; label: string }) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const middle = widthPx / 2;
  const length = scaleLinear<number>({ domain: [0, of], range: [0, middle - numberPx - axisGapPx] });
  const top = (heightPx - barPx) / 2;
  return (
    <div ref={frame} className={styles.bar}>
      <svg role="img" aria-label={label} width={widthPx} height={heightPx} className={styles.chart}>
        <Bar
          x={middle - axisGapPx - length(of)}
          y={top}
          width={length(of)}
          height={barPx}
          rx={4}
          className={styles.room}
        />
        <Bar x={middle + axisGapPx} y={top} width={length(of)} height={barPx} rx={4} className={styles.room} />
        {low > 0 && (
          <Bar
            x={middle - axisGapPx - length(low)}
            y={top}
            width={length(low)}
            height={barPx}
            rx={4}
            className={styles.critical}
          />
        )}
        {high > 0 && (
          <Bar
            x={middle + axisGapPx}
            y={top}
            width={length(high)}
            height={barPx}
            rx={4}
            className={classNames(doubleNeg ? styles.critical : styles.praise)}
          />
        )}
        <Line from={{ x: middle, y: 0 }} to={{ x: middle, y: heightPx }} className={styles.axis} />
        {low > 0 && (
          <text x={0} y={heightPx - 5} className={styles.number}>
            {low}
          </text>
        )}
        {high > 0 && (
          <text x={widthPx} y={heightPx - 5} textAnchor="end" className={styles.number}>
            {high}
          </text>
        )}
      </svg>
    </div>
  );
}
