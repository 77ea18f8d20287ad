import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { proposeCrop } from './face-search.js';

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const side = fc.integer({ min: 40, max: 4_000 });

describe('a proposed crop', () => {
  it('is 4:5, lies within the picture and takes up half of what fits at least', () => {
    fc.assert(
      fc.property(side, side, fraction, fraction, fraction, (width, height, x, y, size) => {
        const face = {
          left: x - size / 2,
          right: x + size / 2,
          top: y - size / 2,
          bottom: y + size / 2,
          probability: 1,
        };
        const crop = proposeCrop({ width, height }, face);
        expect((crop.width * width) / (crop.height * height)).toBeCloseTo(0.8, 6);
        expect(Math.min(crop.left, crop.top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(crop.left + crop.width, crop.top + crop.height)).toBeLessThanOrEqual(1 + 1e-9);
        expect(crop.height * height).toBeGreaterThanOrEqual(Math.min(height, width / 0.8) / 2 - 1e-6);
      }),
    );
  });

  it('holds the whole face wherever a 4:5 crop can', () => {
    fc.assert(
      fc.property(side, side, fraction, fraction, fraction, (width, height, x, y, size) => {
        const faceSide = size * Math.min(width, 0.8 * height);
        const [left, top] = [(x * (width - faceSide)) / width, (y * (height - faceSide)) / height];
        const face = { left, top, right: left + faceSide / width, bottom: top + faceSide / height, probability: 1 };
        const crop = proposeCrop({ width, height }, face);
        expect(crop.left).toBeLessThanOrEqual(face.left + 1e-9);
        expect(crop.left + crop.width).toBeGreaterThanOrEqual(face.right - 1e-9);
        expect(crop.top).toBeLessThanOrEqual(face.top + 1e-9);
        expect(crop.top + crop.height).toBeGreaterThanOrEqual(face.bottom - 1e-9);
      }),
    );
  });

  it('has forehead and hair of a face as wide as a tall picture, and its chin', () => {
    const face = { left: 0, right: 1, top: 0.3, bottom: 0.7, probability: 1 };
    const crop = proposeCrop({ width: 400, height: 1_000 }, face);
    expect(crop.width).toBe(1);
    expect(crop.top).toBeCloseTo(0.22, 6);
    expect(crop.top + crop.height).toBeGreaterThanOrEqual(face.bottom);
  });

  it('is the largest one, in the middle, for a face that is larger than the picture', () => {
    const face = { left: -0.2, right: 1.2, top: -0.2, bottom: 1.2, probability: 1 };
    const { left, top, width, height } = proposeCrop({ width: 1_000, height: 1_000 }, face);
    expect([left, top, width, height]).toEqual([expect.closeTo(0.1, 6), 0, expect.closeTo(0.8, 6), 1]);
  });

  it('has the face in the middle of its upper half where there is room', () => {
    const face = { left: 0.45, right: 0.55, top: 0.45, bottom: 0.55, probability: 1 };
    const crop = proposeCrop({ width: 1_000, height: 1_000 }, face);
    expect(crop.left + crop.width / 2).toBeCloseTo(0.5, 6);
    expect((0.5 - crop.top) / crop.height).toBeCloseTo(0.42, 6);
  });
});
