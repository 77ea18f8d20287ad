/** @jest-environment jsdom */
import { assessmentsRoutes, type Photo, photosRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answered } from '../../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../../lib/session/session-store';
import { RetakeProgress } from './retake-progress';

const photo = (_id: string, day: number, score: number | null) =>
  ({
    ...{ _id, path: `/${_id}`, renditions: [], preview: '', section: 'bank', placeholder: 'rated' },
    ...{ createdAt: `2026-11-0${day}T10:00:00.000Z`, timesRated: 4, totalScore: 40 },
    fairScore: score === null ? null : { score, low: score - 2, high: score + 2, raters: 4 },
  }) as unknown as Photo;
const earlier = photo('earlier', 1, 10);
const retaken = photo('retaken', 5, 13);
const others = [photo('unrated', 2, null), photo('later', 9, 15)];

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = () => new Promise(() => undefined);
  sessionStore.signIn({ token: 't', userId: 'ann' });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const lists = { profile: [], testing: [], bank: [retaken, earlier, ...others] };
  for (const [section, photos] of Object.entries(lists))
    answered(client, photosRoutes.listPhotos, { params: { section, userId: 'ann' } }, { photos });
});
afterEach(cleanup);

const asked = { params: { userId: 'ann' }, query: { photoIds: 'earlier,retaken' } };
const compare = (winner: string | null) =>
  answered(client, assessmentsRoutes.comparePhotos, asked, {
    comparisons: [
      {
        photoIds: ['earlier', 'retaken'],
        probability: winner === 'retaken' ? 0.08 : 0.6,
        winner,
        ratersToTell: winner ? null : 5,
      },
    ],
  });

const show = (shown = retaken) =>
  render(
    <QueryClientProvider client={client}>
      <RetakeProgress photo={shown} />
    </QueryClientProvider>,
  );
const choice = () => screen.getByRole('button', { name: /^Photo \d/ });

describe('a retaken photo', () => {
  it('offers only rated photos from before it', () => {
    show();
    expect(choice().getAttribute('aria-label')).toBe('Photo 1, score 10 of 20');
  });

  it('shows the difference to the earlier photo and how sure it is', async () => {
    compare('retaken');
    show();
    await userEvent.click(choice());
    screen.getByText("The new photo's adjusted score is 3 higher.");
    screen.getByText('The new photo is better (92% sure)');
    screen.getByText('Adjusted for strict and generous assessors: 10, likely 8\u2060–\u206012');
  });

  it('does not call a difference that is too small', async () => {
    compare(null);
    show();
    await userEvent.click(choice());
    screen.getByText('Too close to call. About 5 more assessors for each photo may settle it.');
  });

  it('is still beside the earlier one on the next visit, until another is chosen', async () => {
    compare('retaken');
    show();
    await userEvent.click(choice());
    cleanup();
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    cleanup();
    show();
    choice();
  });

  it('asks nothing of a photo that has no earlier one', () => {
    show(earlier);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
