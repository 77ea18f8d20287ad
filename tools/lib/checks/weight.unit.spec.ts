import { describe, expect, it } from '@jest/globals';
import { overweight, weights } from './weight.mjs';

describe('weight', () => {
  it('counts production files and lines area by area', () => {
    expect(weights()).toMatchObject({
      gateway: { files: expect.any(Number), lines: expect.any(Number) },
      'services/tokens': { files: expect.any(Number), lines: expect.any(Number) },
    });
  });

  it('allows an area what its limits say', () => {
    expect(overweight({ gateway: { files: 2, lines: 100 } }, { gateway: { files: 2, lines: 100 } })).toEqual([]);
  });

  it('names each figure above its limit, and areas without one', () => {
    const faults = overweight(
      { gateway: { files: 3, lines: 90 }, lab: { files: 1, lines: 0 } },
      { gateway: { files: 2, lines: 100 } },
    );
    expect(faults.map((fault) => fault.split(',')[0])).toEqual(['gateway: 3 files', 'lab: 1 files']);
  });
});
