import { scaleLinear } from '@visx/scale';
import { scoreMax, scoreMin } from '../../lib/scores/scores';

/** Each score owns a column of the same width, so that a score's place is the middle of its column. */
export function scoreScale(widthPx: number) {
  return scaleLinear<number>({ domain: [scoreMin - 0.5, scoreMax + 0.5], range: [0, widthPx] });
}

export type ScoreScale = ReturnType<typeof scoreScale>;

/** A drawing narrower than this has room for the ends and the middle of the scale only. */
const narrowPx = 240;

export const ticksOf = (widthPx: number): number[] => (widthPx < narrowPx ? [1, 10, 20] : [1, 5, 10, 15, 20]);
