import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { scoreMax, scoreMin } from './scores';

/** Class of a mark whose `data-band` attribute is the band of its score. */
export const markClass = 'fill-(--band) forced-colors:fill-[Highlight] forced-colors:stroke-[CanvasText]';

/** Maps each score to the middle of its column; all columns have the same width. */
export function scoreScale(widthPx: number) {
  return scaleLinear<number>({ domain: [scoreMin - 0.5, scoreMax + 0.5], range: [0, widthPx] });
}

export type ScoreScale = ReturnType<typeof scoreScale>;

/** A narrower drawing has room only for the ends and the middle of the scale. */
const narrowPx = 240;

const ticksOf = (widthPx: number): number[] => (widthPx < narrowPx ? [1, 10, 20] : [1, 5, 10, 15, 20]);

/** Keeps the labels of both ends inside a narrow drawing, away from the labels of a drawing beside it. */
function anchorOf(score: number, widthPx: number): 'start' | 'middle' | 'end' {
  if (widthPx >= narrowPx || (score !== scoreMin && score !== scoreMax)) return 'middle';
  return score === scoreMin ? 'start' : 'end';
}

export function ScoreAxis({ scale, widthPx, topPx }: { scale: ScoreScale; widthPx: number; topPx: number }) {
  return (
    <AxisBottom
      top={topPx}
      scale={scale}
      tickValues={ticksOf(widthPx)}
      tickFormat={(score) => String(score)}
      hideTicks
      tickLength={4}
      axisLineClassName="stroke-line-strong"
      tickClassName="[&_text]:fill-ink-soft [&_text]:font-sans [&_text]:text-13 [&_text]:font-medium [&_text]:tabular-nums"
      tickLabelProps={(score) => ({ textAnchor: anchorOf(score.valueOf(), widthPx), dy: '0.5em' })}
    />
  );
}
