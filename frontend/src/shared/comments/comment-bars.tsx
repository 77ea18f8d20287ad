import { scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import { useWidth } from '../../ui/chart/use-width';
import { classNames } from '../../ui/dom/dom';
import type { PhraseAgreement } from './agreement';
import styles from './comment-bars.module.css';

interface CommentBarsLabels {
  /** Of the picture of one phrase. */
  readonly agreement: (phrase: PhraseAgreement) => string;
  readonly share: (assessors: number, of: number) => string;
}

interface CommentBarsProps {
  phrases: readonly PhraseAgreement[];
  labels: CommentBarsLabels;
}

const phrasePx = 61;
const gapPx = 16;

/** About as high as the bars of so many phrases, or the line that says there are none. */
export const commentBarsPx = (phrases: number): number => Math.max(21, phrases * (phrasePx + gapPx) - gapPx);

/** For each phrase how many chose the one end of its scale and how many the other. */
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
/** At each end, for the number behind the bar. */
const numberPx = 22;
const axisGapPx = 3;

/** Low values to the left of the middle, high ones to the right; the whole half stands for everybody who rated. */
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
