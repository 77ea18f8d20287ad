/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ScoreChip } from './score-chip';

afterEach(cleanup);

const card = () => screen.getByRole('img').firstElementChild!;
const faces = () => [...card().children].map(({ textContent }) => textContent);
const endTurn = () => fireEvent.animationEnd(card());

it('stands still at first', () => {
  render(<ScoreChip score={12} range={[9, 15]} />);
  expect(faces()).toEqual(['12']);
});

it.each([
  ['the score', { score: 13, range: [9, 15] }, ['13', '12']],
  ['the range', { score: 12, range: [10, 14] }, ['12', '12']],
  ['the rating', { score: null, range: [9, 15] }, ['–', '12']],
] as const)('turns over when %s changes, and then stands still', (_, next, turning) => {
  const { rerender } = render(<ScoreChip score={12} range={[9, 15]} />);
  rerender(<ScoreChip {...next} />);
  expect(faces()).toEqual(turning);
  endTurn();
  expect(faces()).toEqual([turning[0]]);
});

it('does not turn when the same is rendered again, or when the range becomes known', () => {
  const { rerender } = render(<ScoreChip score={12} />);
  rerender(<ScoreChip score={12} />);
  rerender(<ScoreChip score={12} range={[9, 15]} />);
  expect(faces()).toEqual(['12']);
});

it('says the number, or that there is none', () => {
  const { rerender } = render(<ScoreChip score={7} />);
  expect(screen.getByRole('img', { name: 'Score 7 of 20' })).toBeTruthy();
  rerender(<ScoreChip score={null} />);
  expect(screen.getByRole('img', { name: 'Not rated yet' })).toBeTruthy();
});

it.each([
  [1, 1],
  [5, 1],
  [6, 2],
  [10, 2],
  [11, 3],
  [15, 3],
  [16, 4],
  [20, 4],
])('shows a %i on band %i', (score, band) => {
  render(<ScoreChip score={score} />);
  expect(screen.getByRole('img').querySelector(`[data-band="${band}"]`)).not.toBeNull();
});
