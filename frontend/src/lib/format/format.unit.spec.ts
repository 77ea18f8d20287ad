import { describe, expect, it } from '@jest/globals';
import { money } from '../language/language';
import { countWords, formatDateTime, formatMinutes, formatTokens } from './format';

describe('formats', () => {
  it('shows a date as DD/MM/YY • HH:MM in the local zone', () => {
    expect(formatDateTime(new Date(2026, 2, 7, 9, 5).toISOString())).toBe('07/03/26 • 09:05');
  });

  it.each([
    [0, '0 min'],
    [40, '40 min'],
    [60, '1 hr'],
    [80, '1 hr 20 min'],
  ])('shows %i minutes as %s', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });

  it('pads a balance to three digits and lets longer ones stand', () => {
    expect([formatTokens(0), formatTokens(40), formatTokens(1234)]).toEqual(['000', '040', '1234']);
  });

  it('shows minor units as dollars', () => {
    expect(money(499, 'USD')).toBe('$4.99');
  });

  it('counts words, not spaces', () => {
    expect([countWords(''), countWords('  one  two\nthree ')]).toEqual([0, 3]);
  });
});
