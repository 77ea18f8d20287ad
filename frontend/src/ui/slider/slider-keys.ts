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
}

/** A digit sets the value; a second digit right after completes a two-digit number: 1 then 7 is 17. */
export function typedValue(press: KeyPress, value: number | null, min: number, max: number): number | null {
  if (!/^\d$/.test(press.key) || press.ctrlKey || press.metaKey || press.altKey) return null;
  const digit = Number(press.key);
  const joined = (value ?? 0) * 10 + digit;
  if (value !== null && value < 10 && joined >= min && joined <= max) return joined;
  return digit >= min && digit <= max ? digit : null;
}
