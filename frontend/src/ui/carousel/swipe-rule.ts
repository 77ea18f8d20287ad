/** When letting go turns the page: far enough, or fast enough. */
export interface SwipeRule {
  readonly distancePx?: number;
  /** Of the slide's width, 0 to 1. */
  readonly distanceShare?: number;
  readonly velocityPxPerMs?: number;
}

interface Swipe {
  readonly movedPx: number;
  readonly elapsedMs: number;
  readonly widthPx: number;
}

/** Less than this is a tap with an unsteady finger, however quick. */
const slopPx = 8;

export function turnsPage({ movedPx, elapsedMs, widthPx }: Swipe, rule: SwipeRule): boolean {
  const distance = Math.abs(movedPx);
  if (distance < slopPx) return false;
  if (rule.distancePx !== undefined && distance >= rule.distancePx) return true;
  if (rule.distanceShare !== undefined && distance > widthPx * rule.distanceShare) return true;
  return rule.velocityPxPerMs !== undefined && elapsedMs > 0 && distance / elapsedMs > rule.velocityPxPerMs;
}
