import { describe, expect, it } from '@jest/globals';
import { type StartFigures, startRows } from './bench-start.js';

const figures = (factor: number): StartFigures => ({
  firstReadySeconds: [50 * factor],
  demoSeconds: [60 * factor],
  readySeconds: [9, 10, 30].map((seconds) => seconds * factor),
  startCpuSeconds: [13 * factor],
  memoryMebibytes: [1_000 * factor],
  restPercent: [10 * factor],
  emptyReadySeconds: [8 * factor],
  emptyStartCpuSeconds: [11 * factor],
});

describe('the rows of the start', () => {
  it('hold this checkout to the required ratios beside the commit that they are about', () => {
    const [ready, processor, memory, rest] = startRows(figures(0.42), 'd0641bc9', figures(1));
    expect(ready).toMatchObject({ figure: 4.2, floor: 10, target: '<= 0.4x', met: false, floorName: 'of d0641bc9' });
    expect(processor).toMatchObject({ target: '-', met: null });
    expect(memory).toMatchObject({ target: '<= 0.45x', met: true });
    expect(rest).toMatchObject({ target: '<= 0.25x', met: false });
  });

  it('know that commit by its whole id and by fewer digits', () => {
    for (const commit of ['d0641bc9e3b1', 'd0641b'])
      expect(startRows(figures(1), commit, figures(1))[0]).toMatchObject({ target: '<= 0.4x' });
  });

  it('compare with any other commit without requiring a ratio', () => {
    const [ready, , memory] = startRows(figures(0.4), 'HEAD', figures(1));
    expect(ready).toMatchObject({ floor: 10, ratio: 0.4, target: '-', met: null });
    expect(memory).toMatchObject({ target: '<= 450 MiB', met: true });
  });

  it('have no floor and no ratio without another commit', () => {
    const rows = startRows(figures(1));
    expect(rows.every(({ floor, ratio }) => floor === null && ratio === null)).toBe(true);
    expect(rows[0]).toMatchObject({ figure: 10, target: '-', met: null });
    expect(rows[3]).toMatchObject({ figure: 10, target: '<= 2 % of a core', met: false });
  });
});
