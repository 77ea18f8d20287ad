/** @jest-environment jsdom */
import type { ComparedPhotos, Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { sessionStore } from '../../../lib/session/session-store';
import { PhotoChoice } from './photo-choice';
import { PhotoOrder } from './photo-order';
import { PhotoPair } from './photo-pair';

const photo = (_id: string, totalScore: number, score: number) =>
  ({
    ...{ _id, path: `/${_id}`, renditions: [], preview: '', comments: [], totalScore, timesRated: 4 },
    ...{ originalRange: [1, 20], fairScore: { score, low: score - 2, high: score + 2, raters: 4 } },
  }) as unknown as Photo;
/** The first photo has the better average, the second photo the better adjusted score. */
const first = photo('first', 64, 8.6);
const second = photo('second', 48, 13.2);
const compared = {
  fairScores: [first, second].map(({ _id, fairScore }) => ({ photoId: _id, fairScore })),
  comparisons: [],
  ranking: [[second._id], [first._id]],
} as unknown as ComparedPhotos;

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: 'owner' });
  globalThis.fetch = (() => new Promise(() => undefined)) as unknown as typeof fetch;
});
afterEach(cleanup);

const show = (screenPart: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{screenPart}</MemoryRouter>
    </QueryClientProvider>,
  );

/** Finds the average by its band and the adjusted score by its words. */
function expectScores(part: HTMLElement, { average, adjusted }: { average: string; adjusted: RegExp }): void {
  const chip = part.querySelector('[data-band]');
  expect(chip?.textContent).toBe(average);
  expect(within(part).getByText(adjusted)).toBeTruthy();
}

describe('a photo to compare', () => {
  it('has its average as its only number where photos are chosen', () => {
    show(<PhotoChoice photos={[first, second]} chosen={[]} onToggle={() => undefined} />);
    const choice = screen.getByRole('checkbox', { name: 'Photo 1, score 16 of 20' });
    within(choice.parentElement!).getByText('16');
    expect(within(choice.parentElement!).queryByText(/Adjusted/)).toBeNull();
    screen.getByRole('checkbox', { name: 'Photo 2, score 12 of 20' });
  });

  it('has both side by side with another', () => {
    show(<PhotoPair photos={[first, second]} compared={compared} />);
    const article = (name: string) => screen.getByRole('article', { name });
    expectScores(article('Photo 1'), {
      average: '16',
      adjusted: /^Adjusted for strict and generous assessors: 9, likely 6/,
    });
    expectScores(article('Photo 2'), {
      average: '12',
      adjusted: /^Adjusted for strict and generous assessors: 13, likely 11/,
    });
  });

  it('has both in the suggested order, which follows the adjusted score', () => {
    show(<PhotoOrder photos={[first, second]} compared={compared} />);
    const [best, next] = screen.getAllByRole('link');
    expectScores(best!, { average: '12', adjusted: /^Adjusted for strict and generous assessors: 13, likely 11/ });
    expectScores(next!, { average: '16', adjusted: /^Adjusted for strict and generous assessors: 9, likely 6/ });
  });
});
