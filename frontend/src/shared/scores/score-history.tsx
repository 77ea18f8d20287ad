import { Group } from '@visx/group';
import { Circle, Line, LinePath } from '@visx/shape';
import { useWidth } from '../../ui/chart/use-width';
import { markClass, ScoreAxis, scoreScale } from './score-axis';
import { bandOf, scoreMax, scoreMin } from './scores';

export interface ScoredAssessment {
  readonly key: string;
  readonly when: string;
  readonly scores: readonly number[];
  readonly average: number;
  readonly reading: string;
}

interface ScoreHistoryProps {
  /** The newest first. */
  assessments: readonly ScoredAssessment[];
  label: string;
}

const rowPx = 52;
const linePx = 34;
const axisPx = 22;

export function ScoreHistory({ assessments, label }: ScoreHistoryProps) {
  const { frame, widthPx } = useWidth<HTMLDivElement>();
  const scale = scoreScale(widthPx);
  const heightPx = assessments.length * rowPx;
  return (
    <div ref={frame} className="min-w-0">
      <svg role="img" aria-label={label} width={widthPx} height={heightPx + axisPx} className="overflow-visible">
        <LinePath
          data={[...assessments]}
          x={({ average }) => scale(average)}
          y={(_, index) => index * rowPx + linePx}
          className="fill-none stroke-line-strong stroke-[1.5] [stroke-dasharray:3_3]"
        />
        {assessments.map((assessment, index) => (
          <Group key={assessment.key} top={index * rowPx}>
            <text
              x={0}
              y={14}
              className="fill-ink-soft stroke-surface stroke-[5px] text-13 font-medium tabular-nums [paint-order:stroke]"
            >
              {assessment.when}
            </text>
            <text
              x={widthPx}
              y={14}
              textAnchor="end"
              className="fill-ink stroke-surface stroke-[5px] text-13 font-bold tabular-nums [paint-order:stroke]"
            >
              {assessment.reading}
            </text>
            <Line
              from={{ x: scale(scoreMin - 0.5), y: linePx }}
              to={{ x: scale(scoreMax + 0.5), y: linePx }}
              className="stroke-line stroke-2 [stroke-linecap:round]"
            />
            {assessment.scores.map((score, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal ratings differ only in their index
              <Circle key={place} cx={scale(score)} cy={linePx} r={4} className="fill-ink-soft opacity-35" />
            ))}
            <Circle
              cx={scale(assessment.average)}
              cy={linePx}
              r={8}
              data-band={bandOf(Math.floor(assessment.average + 0.5))}
              className={`stroke-ink stroke-2 ${markClass}`}
            />
          </Group>
        ))}
        <ScoreAxis scale={scale} widthPx={widthPx} topPx={heightPx - 4} />
      </svg>
    </div>
  );
}
