import { describe, expect, it } from '@jest/globals';
import { overweight, weightReport, weights } from './weight.mjs';

describe('weight', () => {
  it('counts production files and lines area by area', () => {
    expect(weights()).toMatchObject({
      gateway: { files: expect.any(Number), lines: expect.any(Number) },
      'services/tokens': { files: expect.any(Number), lines: expect.any(Number) },
    });
  });

  it('counts the lab apart from the product', () => {
    const areas = { gateway: { files: 2, lines: 100 }, tools: { files: 1, lines: 10 }, lab: { files: 9, lines: 900 } };
    expect(weightReport(areas).slice(-2)).toEqual(['lab: 9 files, 900 lines', 'all but the lab: 3 files, 110 lines']);
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
