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

it.each(['tile', 'large'] as const)('shows the average on its band as the only number of a %s', (look) => {
  const fairScore = { score: 8.6, low: 6, high: 11, raters: 4 };
  render(<PhotoTile photo={{ ...rated, fairScore } as unknown as Photo} look={look} onOpen={() => undefined} />);
  const chip = screen.getByRole('img', { name: 'Score 16 of 20' });
  expect(chip.querySelector('[data-band="4"]')?.textContent).toBe('16');
  expect(screen.queryByText(/9/)).toBeNull();
});
