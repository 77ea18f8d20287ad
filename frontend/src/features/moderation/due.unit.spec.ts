import { describe, expect, it } from '@jest/globals';
import { dueOf, openedText } from './due';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

describe('when a case is due', () => {
  it.each([
    [0.2, 'due in 1 min'],
    [40, 'due in 40 min'],
    [59.9, 'due in 59 min'],
    [60, 'due in 1 h'],
    [47 * 60, 'due in 47 h'],
    [72 * 60, 'due in 3 days'],
    [-0.2, '1 min late'],
    [-125, '2 h late'],
    [-49 * 60, '2 days late'],
  ])('in %s minutes reads "%s"', (minutes, text) => expect(dueOf(at(minutes), now).text).toBe(text));

  it('tells late from soon', () => {
    expect(dueOf(at(-1), now)).toMatchObject({ isLate: true, isSoon: false });
    expect(dueOf(at(29), now)).toMatchObject({ isLate: false, isSoon: true });
    expect(dueOf(at(31), now)).toMatchObject({ isLate: false, isSoon: false });
  });

  it('says how long it is open, also where the clocks differ', () => {
    expect(openedText(at(-25), now)).toBe('opened 25 min ago');
    expect(openedText(at(2), now)).toBe('opened 1 min ago');
  });
});
