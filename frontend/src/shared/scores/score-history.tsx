import { Group } from '@visx/group';
import { Circle, Line, LinePath } from '@visx/shape';
import { useWidth } from '../../ui/chart/use-width';
import { classNames } from '../../ui/dom/dom';
import chart from './chart.module.css';
import { ScoreAxis, scoreScale } from './score-axis';
import styles from './score-history.module.css';
import { bandOf, scoreMax, scoreMin } from './scores';

export interface ScoredAssessment {
  readonly key: string;
  /** Date of the assessment as text. */
  readonly when: string;
  readonly scores: readonly number[];
  readonly average: number;
  /** The average and its change in words. */
  readonly reading: string;
}

interface ScoreHistoryProps {
  /** The newest first. */
  assessments: readonly ScoredAssessment[];
  /** Description of the picture in words. */
  label: string;
}

const rowPx = 52;
const linePx = 34;
const axisPx = 22;

/** One assessment below the other on the same scale, with a line that joins the averages. */
export function ScoreHistory({ assessments, label }: ScoreHistoryProps) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const scale = scoreScale(widthPx);
  const heightPx = assessments.length * rowPx;
  return (
    <div ref={frame} className={styles.frame}>
      <svg role="img" aria-label={label} width={widthPx} height={heightPx + axisPx} className={styles.chart}>
        <LinePath
          data={[...assessments]}
          x={({ average }) => scale(average)}
          y={(_, index) => index * rowPx + linePx}
          className={styles.path}
        />
        {assessments.map((assessment, index) => (
          <Group key={assessment.key} top={index * rowPx}>
            <text x={0} y={14} className={styles.when}>
              {assessment.when}
            </text>
            <text x={widthPx} y={14} textAnchor="end" className={styles.reading}>
              {assessment.reading}
            </text>
            <Line
              from={{ x: scale(scoreMin - 0.5), y: linePx }}
              to={{ x: scale(scoreMax + 0.5), y: linePx }}
              className={styles.track}
            />
            {assessment.scores.map((score, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal ratings are alike, their place is all that tells them apart
              <Circle key={place} cx={scale(score)} cy={linePx} r={4} className={styles.rating} />
            ))}
            <Circle
              cx={scale(assessment.average)}
              cy={linePx}
              r={8}
              className={classNames(styles.average, chart[`band${bandOf(Math.floor(assessment.average + 0.5))}`])}
            />
          </Group>
        ))}
        <ScoreAxis scale={scale} widthPx={widthPx} topPx={heightPx - 4} />
      </svg>
    </div>
  );
}
