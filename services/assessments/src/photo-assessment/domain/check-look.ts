import { tooFast } from './errors.js';
import { later } from './slots.js';

interface Look {
  /** Opening time of the slot. */
  openedAt: string;
  photos: number;
  /** Minimum look time per photo, in milliseconds. */
  minLookMs: number;
  at: string;
}

/** @throws DomainError TOO_FAST if the photos were opened too recently for anyone to have looked at all of them */
export function checkLook({ openedAt, photos, minLookMs, at }: Look): void {
  const readyAt = later(openedAt, photos * minLookMs);
  if (at < readyAt) throw tooFast(Date.parse(readyAt) - Date.parse(at));
}
