import { tooFast } from './errors.js';
import { later } from './slots.js';

interface Look {
  /** Of the slot. */
  openedAt: string;
  photos: number;
  /** Per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

/** Throws TOO_FAST if the photos were opened too short a time ago for anyone to have looked at them. */
export function checkLook({ openedAt, photos, minLookMs, at }: Look): void {
  const readyAt = later(openedAt, photos * minLookMs);
  if (at < readyAt) throw tooFast(Date.parse(readyAt) - Date.parse(at));
}
