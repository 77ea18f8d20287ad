/** The first arrow press on a blank slider goes to the nearest whole number on that side. */
export function stepFromBlank(key: string, restAt: number, min: number, max: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(max, Math.max(min, Math.floor(restAt) + 1));
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(min, Math.min(max, Math.ceil(restAt) - 1));
  return null;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Milliseconds on any clock that does not go back. */
  readonly timeStamp: number;
}

/** Two digits within this time are one number. */
const joinMs = 1_500;

/** Numbers typed on a slider: a digit sets the value, a second one right after it completes a number of two, 1 then 4 is 14. */
export class TypedNumber {
  private typed = 0;
  private at = Number.NEGATIVE_INFINITY;

  /** The value to take, or null where the key is no digit or leaves the scale. */
  press({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyPress, min: number, max: number): number | null {
    if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return null;
    const isSecond = timeStamp - this.at <= joinMs;
    const joined = (isSecond ? this.typed * 10 : 0) + Number(key);
    const value = joined <= max ? joined : Number(key);
    this.typed = value;
    this.at = timeStamp;
    return value >= min && value <= max ? value : null;
  }
}
