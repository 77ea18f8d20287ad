import { scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import { useWidth } from '../../ui/chart/use-width';
import { classNames } from '../../ui/dom/dom';
import type { PhraseAgreement } from './agreement';
import styles from './comment-bars.module.css';

interface CommentBarsLabels {
  /** Accessible name of the chart of one phrase. */
  readonly agreement: (phrase: PhraseAgreement) => string;
  readonly share: (assessors: number, of: number) => string;
}

interface CommentBarsProps {
  phrases: readonly PhraseAgreement[];
  labels: CommentBarsLabels;
}

const phrasePx = 61;
const gapPx = 16;

/** Approximate height of the bars of this many phrases, or of the line that replaces them. */
export const commentBarsPx = (phrases: number): number => Math.max(21, phrases * (phrasePx + gapPx) - gapPx);

/** Shows for each phrase how many assessors chose each end of its scale. */
export function CommentBars({ phrases, labels }: CommentBarsProps) {
  return (
    <ul className={styles.phrases}>
      {phrases.map((phrase) => (
        <li key={phrase.phraseId} className={styles.phrase}>
          <p className={styles.head} aria-hidden="true">
            <span className={styles.title}>{phrase.phrase}</span>
            <span className={styles.share}>
              {labels.share(Math.min(phrase.low + phrase.high, phrase.of), phrase.of)}
            </span>
          </p>
          <AgreementBar phrase={phrase} label={labels.agreement(phrase)} />
          {phrase.isScale && (
            <p className={styles.ends} aria-hidden="true">
              <span className={phrase.low > phrase.high ? styles.chosen : undefined}>{phrase.left}</span>
              <span className={phrase.high > phrase.low ? styles.chosen : undefined}>{phrase.right}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const heightPx = 18;
const barPx = 12;
/** Room for the number behind the bar, at each end. */
const numberPx = 22;
const axisGapPx = 3;

/** Low values go to the left of the middle, high ones to the right. Half the width stands for all assessors who rated. */
function AgreementBar({ phrase: { low, high, of, doubleNeg }, label }: { phrase: PhraseAgreement; label: string }) {
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
