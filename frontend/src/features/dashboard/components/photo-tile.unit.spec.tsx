/** @jest-environment jsdom */
import type { Photo } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { PhotoTile } from './photo-tile';

afterEach(cleanup);

const rated = {
  ...{ _id: 'photo', path: '/photo', renditions: [], preview: '', section: 'bank' },
  ...{ totalScore: 64, timesRated: 4, originalRange: [9, 20] },
};
const show = (fairScore: object | null) =>
  render(<PhotoTile photo={{ ...rated, fairScore } as unknown as Photo} onOpen={() => undefined} />);

it('shows the average on its band, and the adjusted score beside it by its name', () => {
  show({ score: 8.6, low: 6, high: 11, raters: 4 });
  const chip = screen.getByRole('img', { name: 'Score 16 of 20' });
  expect(chip.querySelector('[data-band="4"]')?.textContent).toBe('16');
  screen.getByText('Adjusted 9');
});

it('shows the average alone before there is an adjusted score', () => {
  show(null);
  screen.getByRole('img', { name: 'Score 16 of 20' });
  expect(screen.queryByText(/^Adjusted/)).toBeNull();
});
