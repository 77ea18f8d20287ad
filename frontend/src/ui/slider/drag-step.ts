/** The product's own measure: how far a finger moves the value, in points a pixel. */
const dragStepPerPx = 0.12;

/** Less than this is a tap with an unsteady finger. */
const slopPx = 4;

export function isDrag(movedPx: number): boolean {
  return Math.abs(movedPx) >= slopPx;
}

/** Where a finger has taken a value that stood at `from`, in whole points. */
export function draggedTo(from: number, movedPx: number, min: number, max: number): number {
  const exact = from + movedPx * dragStepPerPx;
  return Math.min(max, Math.max(min, Math.round(exact)));
}
