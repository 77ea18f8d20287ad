/** When letting go turns the page: far enough, or fast enough. */
export interface SwipeRule {
  readonly distancePx?: number;
  /** Of the slide's width, 0 to 1. */
  readonly distanceShare?: number;
  readonly velocityPxPerMs?: number;
}

interface Swipe {
  /** Left is negative. */
  readonly movedPx: number;
  /** At the moment of letting go. */
  readonly velocityPxPerMs: number;
  readonly widthPx: number;
}

/** Less than this is a tap with an unsteady finger, however quick. */
const slopPx = 8;

export function turnsPage({ movedPx, velocityPxPerMs, widthPx }: Swipe, rule: SwipeRule): boolean {
  const distance = Math.abs(movedPx);
  if (distance < slopPx) return false;
  if (rule.distancePx !== undefined && distance >= rule.distancePx) return true;
  if (rule.distanceShare !== undefined && distance > widthPx * rule.distanceShare) return true;
  const onwardPxPerMs = velocityPxPerMs * Math.sign(movedPx);
  return rule.velocityPxPerMs !== undefined && onwardPxPerMs > rule.velocityPxPerMs;
}

interface Sample {
  readonly x: number;
  readonly at: number;
}

/** Long enough to be steady, short enough to be about the end of the movement. */
const sampledMs = 100;

/** Where a finger is and how fast it moves, from its last few positions. */
export class FingerTrack {
  private samples: Sample[] = [];

  start(x: number, at: number): void {
    this.samples = [{ x, at }];
  }

  move(x: number, at: number): void {
    this.samples.push({ x, at });
    this.samples = this.samples.filter((sample, index) => index === 0 || at - sample.at <= sampledMs);
  }

  movedPx(): number {
    return (this.samples.at(-1)?.x ?? 0) - (this.samples[0]?.x ?? 0);
  }

  velocityPxPerMs(now: number): number {
    const recent = this.samples.filter(({ at }) => now - at <= sampledMs);
    const [first, last] = [recent[0], recent.at(-1)];
    return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0;
  }
}
