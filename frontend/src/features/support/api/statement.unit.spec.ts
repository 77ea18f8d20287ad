import { describe, expect, it } from '@jest/globals';
import { filtersOf, isFiltered } from './statement';

const read = (address: string) => filtersOf(new URLSearchParams(address));

describe('the filters of a statement', () => {
  it('are read from the address', () => {
    expect(read('code=refund&from=2026-11-01&to=2026-11-30')).toEqual({
      ...{ code: 'refund', from: '2026-11-01', to: '2026-11-30' },
    });
  });

  it('leave out what means nothing', () => {
    expect(read('code=nonsense&from=soon&to=')).toEqual({});
    expect(isFiltered(read('code=nonsense'))).toBe(false);
  });
});
