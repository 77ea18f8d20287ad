/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { RangeBand } from './range-band';

afterEach(cleanup);

const picture = () => screen.getByRole('img');
const part = (name: string) => picture().querySelector<HTMLElement>(`[data-part="${name}"]`);
const placed = (name: string, place: string) => Number(part(name)?.style.getPropertyValue(place));
const numbers = () => [...(part('ends')?.children ?? [])].map(({ textContent }) => textContent);

it('has its range as its name', () => {
  render(<RangeBand low={6} high={14} score={10} />);
  expect(screen.getByRole('img', { name: 'Likely between 6 and 14 on a scale of 1 to 20' })).toBeTruthy();
});

it('reaches from its low to its high on the line from 1 to 20', () => {
  render(<RangeBand low={1} high={20} score={10.5} />);
  expect([placed('line', '--low'), placed('line', '--high'), placed('mark', '--at')]).toEqual([0, 1, 0.5]);
  cleanup();
  render(<RangeBand low={5.75} high={15.25} score={15.25} />);
  expect([placed('line', '--low'), placed('line', '--high'), placed('mark', '--at')]).toEqual([0.25, 0.75, 0.75]);
});

it('marks the score in its band’s colour, and nothing while there is none', () => {
  const { rerender } = render(<RangeBand low={8} high={18} score={15.5} />);
  expect(part('mark')?.dataset['band']).toBe('4');
  rerender(<RangeBand low={8} high={18} score={15.4} />);
  expect(part('mark')?.dataset['band']).toBe('3');
  rerender(<RangeBand low={8} high={18} score={null} />);
  expect(part('mark')).toBeNull();
});

it.each([
  ['both ends and those of the scale', 6, 14, ['1', '6', '14', '20']],
  ['one number for a range without room for two', 9, 11, ['1', '9\u2060–\u206011', '20']],
  ['one number for a single value', 9, 9, ['1', '9', '20']],
  ['no end of the scale that the range covers', 3, 19, ['3', '19']],
])('is written with %s', (_, low, high, written) => {
  render(<RangeBand low={low} high={high} score={null} />);
  expect(numbers()).toEqual(written);
});
