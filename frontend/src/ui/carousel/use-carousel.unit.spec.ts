import { describe, expect, it } from '@jest/globals';
import { FingerTrack, turnsPage } from './use-carousel';

const rule = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

describe('letting go of a photo', () => {
  it('turns the page past 15 % of its width', () => {
    expect(turnsPage({ movedPx: -61, velocityPxPerMs: 0, widthPx: 400 }, rule)).toBe(true);
  });

  it('stays below that when slow', () => {
    expect(turnsPage({ movedPx: -59, velocityPxPerMs: -0.29, widthPx: 400 }, rule)).toBe(false);
  });

  it('turns on a short quick flick', () => {
    expect(turnsPage({ movedPx: 32, velocityPxPerMs: 0.31, widthPx: 400 }, rule)).toBe(true);
  });

  it('stays when the finger turns back', () => {
    expect(turnsPage({ movedPx: 32, velocityPxPerMs: -0.8, widthPx: 400 }, rule)).toBe(false);
  });

  it('ignores the tremble of a tap', () => {
    expect(turnsPage({ movedPx: 5, velocityPxPerMs: 5, widthPx: 400 }, rule)).toBe(false);
  });

  it('can go by a distance alone', () => {
    expect(turnsPage({ movedPx: 50, velocityPxPerMs: 0, widthPx: 400 }, { distancePx: 50 })).toBe(true);
    expect(turnsPage({ movedPx: 49, velocityPxPerMs: 9, widthPx: 400 }, { distancePx: 50 })).toBe(false);
  });
});

describe('a finger', () => {
  it('is as fast as at the end of its movement, however slowly it began', () => {
    const finger = new FingerTrack();
    finger.start(200, 0);
    finger.move(190, 900);
    finger.move(150, 960);
    expect(finger.movedPx()).toBe(-50);
    expect(finger.velocityPxPerMs(960)).toBeCloseTo(-40 / 60);
  });

  it('that rests before it lets go has no speed', () => {
    const finger = new FingerTrack();
    finger.start(200, 0);
    finger.move(150, 50);
    expect(finger.velocityPxPerMs(400)).toBe(0);
  });
});
