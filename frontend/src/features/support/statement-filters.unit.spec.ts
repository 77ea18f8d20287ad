import { describe, expect, it } from '@jest/globals';
import { filtersOf, firstOfLastDays, isFiltered } from './statement-filters';

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

  it.each([
    [1, '2026-03-07'],
    [7, '2026-03-01'],
    [30, '2026-02-06'],
  ])('begin the last %s days on %s, by the days of UTC', (days, first) => {
    expect(firstOfLastDays(days, Date.parse('2026-03-08T00:30:00+01:00'))).toBe(first);
  });
});
