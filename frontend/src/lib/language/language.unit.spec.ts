import { PRODUCT } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { facts } from '../texts/facts';
import { dataSize, dayOf, longDayOf, money, signed, timeOf } from './language';
import { filled } from './message';

describe('words and numbers of the language', () => {
  it('gives a file’s size as the limit of an upload is given', () => {
    expect(dataSize(PRODUCT.uploadBytesMax)).toBe(facts.uploadSize);
  });

  it.each([
    [0, '0 photos'],
    [1, '1 photo'],
    [2, '2 photos'],
    [999, '999 photos'],
    [1000, '1,000 photos'],
    [1200, '1,200 photos'],
  ])('chooses the plural form for %i', (count, text) => {
    expect(filled('{count, plural, one {# photo} other {# photos}}', { count })).toBe(text);
  });

  it('puts the sign before an amount, a real minus for less', () => {
    expect([signed(10), signed(-5), signed(0), signed(-1500)]).toEqual(['+10', '−5', '0', '−1,500']);
  });

  it('shows a day and a time with two digits each', () => {
    const instant = new Date(2026, 2, 7, 0, 5);
    expect([dayOf(instant), timeOf(instant), longDayOf(instant)]).toEqual(['07/03/26', '00:05', '7 March 2026']);
  });

  it('shows minor units as money', () => {
    expect(money(499, 'USD')).toBe('$4.99');
  });
});
