import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { proposeCrop } from './propose-crop.js';

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

  it('has the face in the middle of its upper half where there is room', () => {
    const face = { left: 0.45, right: 0.55, top: 0.45, bottom: 0.55, probability: 1 };
    const crop = proposeCrop({ width: 1_000, height: 1_000 }, face);
    expect(crop.left + crop.width / 2).toBeCloseTo(0.5, 6);
    expect((0.5 - crop.top) / crop.height).toBeCloseTo(0.42, 6);
  });
});
