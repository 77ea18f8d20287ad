/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { sessionStore } from '../../../lib/session/session-store';
import CarouselPage from './carousel.page';

const owner = '11111111-1111-4111-8111-111111111111';

/** The server's answer. Each link to a picture contains the id of the opening. */
const opened = (openingId: string) => {
  const photo = {
    ...{ _id: owner.replaceAll('1', '3'), userId: owner, testId: owner.replaceAll('1', '5') },
    ...{ section: 'testing', placeholder: 'unrated', isBenchmark: false, renditions: [], preview: '' },
    ...{ path: `/api/media/slots/${openingId}/photo/1080.webp` },
    ...{ testLimit: 4, testTimesRated: 0, limitReached: false },
    ...{ commentsSelected: [], minComments: 0, ratingRequired: true, commentsNegative: true },
  };
  const person = { userId: owner, slotExpiresAt: '', slotSecondsLeft: 900, photos: [photo], benchmarkPhotos: [] };
  return { status: 200, body: { success: true, data: [person] } };
};
const gone = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Gone.', error: 'Gone.' } };

let answer: { status: number; body: object };
beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: owner.replaceAll('1', '2') });
  sessionStore.recallApproval();
  answer = opened('first');
  const observes = class {
    observe() {}
    disconnect() {}
  };
  const gaps = { IntersectionObserver: observes, ResizeObserver: observes };
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, gaps, { matchMedia: () => query });
  globalThis.fetch = (async (url: string) => {
    const { status, body } = url.includes('/get-image/') ? answer : await new Promise<never>(() => undefined);
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

/** Renders the page with a picture that fails to load, because its link belongs to an expired slot. */
async function withLostPicture(next: typeof answer) {
  const router = createMemoryRouter([{ path: '/carousel/:userId', element: <CarouselPage /> }], {
    initialEntries: [`/carousel/${owner}`],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const picture = await screen.findByRole('img', { name: 'Photo 1 of 1' });
  answer = next;
  fireEvent.error(picture);
}

it('asks for new links when a picture does not come', async () => {
  await withLostPicture(opened('second'));
  const picture = await screen.findByRole('img', { name: 'Photo 1 of 1' });
  expect(picture.getAttribute('src')).toContain('/slots/second/');
});

it('says that the assessment is gone where there are no new links', async () => {
  await withLostPicture(gone);
  await screen.findByRole('heading', { name: 'This assessment is no longer available' });
  expect(screen.queryByRole('button', { name: 'Assess' })).toBeNull();
});
