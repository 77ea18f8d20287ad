import { describe, expect, it } from '@jest/globals';
import { turnsPage } from './swipe-rule';

const rule = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

describe('letting go of a photo', () => {
  it('turns the page past 15 % of its width', () => {
    expect(turnsPage({ movedPx: -61, elapsedMs: 2000, widthPx: 400 }, rule)).toBe(true);
  });

  it('stays below that when slow', () => {
    expect(turnsPage({ movedPx: -59, elapsedMs: 2000, widthPx: 400 }, rule)).toBe(false);
  });

  it('turns on a short quick flick', () => {
    expect(turnsPage({ movedPx: 32, elapsedMs: 100, widthPx: 400 }, rule)).toBe(true);
  });

  it('ignores the tremble of a tap', () => {
    expect(turnsPage({ movedPx: 5, elapsedMs: 1, widthPx: 400 }, rule)).toBe(false);
  });

  it('can go by a distance alone', () => {
    expect(turnsPage({ movedPx: 50, elapsedMs: 900, widthPx: 400 }, { distancePx: 50 })).toBe(true);
    expect(turnsPage({ movedPx: 49, elapsedMs: 60, widthPx: 400 }, { distancePx: 50 })).toBe(false);
  });
});
