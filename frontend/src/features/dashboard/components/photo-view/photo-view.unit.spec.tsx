/** @jest-environment jsdom */
import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { queryKeys } from '../../../../lib/query/keys';
import { sessionStore } from '../../../../lib/session/session-store';
import type { PhotoMoves } from '../../hooks/use-photo-moves';
import PhotoView from './photo-view';

const assessed = {
  ...{ _id: 'photo', userId: 'owner', path: '/photo', renditions: [], preview: '', section: 'bank' },
  ...{ testId: 'newest', testLimit: 1, testTimesRated: 1, timesRated: 2, totalScore: 24, comments: [] },
  ...{ originalRange: [1, 20], fairScore: null, variance: 0, commentsSelected: [] },
};
const rating = (groupId: string, ratedAt: string) => ({
  ...{ groupId, ratedAt, createdAt: ratedAt },
  ...{ score: 12, comments: [], photoId: 'photo', path: '/photo' },
});
const ratings = {
  currentRatings: [rating('newest', '2026-11-20T10:00:00.000Z')],
  pastRatings: [rating('earlier', '2026-11-10T10:00:00.000Z')],
};

/** The pager measures where it stands; here nothing has a size. */
class NothingToObserve {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  const [IntersectionObserver, ResizeObserver] = [NothingToObserve, NothingToObserve];
  Object.assign(globalThis, { matchMedia, IntersectionObserver, ResizeObserver });
  sessionStore.signIn({ token: 't', userId: 'owner' });
  globalThis.fetch = (() => new Promise(() => undefined)) as unknown as typeof fetch;
});
afterEach(cleanup);

async function show(changes: object = {}) {
  const photo = { ...assessed, ...changes } as unknown as Photo;
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queryClient.setQueryData(queryKeys.ratings('photo'), ratings);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PhotoView
          open
          photo={photo}
          neighbours={[photo]}
          user={{ userId: 'owner', hasCompletedFirstAssessment: true } as CurrentUser}
          catalogue={[]}
          moves={{} as PhotoMoves}
          onShow={() => undefined}
          onClose={() => undefined}
          onAssess={() => undefined}
          onNewCrop={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => import('../../../../ui/motion/motion-features'));
}

const results = () => screen.queryByRole('link', { name: 'See all photos of this assessment' })?.getAttribute('href');

it('leads to the results of the newest assessment', async () => {
  await show();
  expect(results()).toBe('/test/newest');
});

it('leads to the results of an assessment that nobody has rated yet', async () => {
  await show({ section: 'testing', testTimesRated: 0, timesRated: 0 });
  expect(results()).toBe('/test/newest');
});

it.each([
  ['was never assessed', { testId: null, timesRated: 0 }],
  ['left its assessment before anybody rated it', { timesRated: 0 }],
])('leads to no results where the photo %s', async (_, changes) => {
  await show(changes);
  screen.getByRole('tab', { name: 'Settings' });
  expect(results()).toBeUndefined();
});

it('leads from each assessment in the history to its results', async () => {
  await show();
  await userEvent.click(screen.getByRole('tab', { name: 'Assessments' }));
  const links = screen.getAllByRole('link', { name: /^Results, / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/test/newest', '/test/earlier']);
});
