/** @jest-environment jsdom */
import { assessmentsRoutes, type Catalogue, type CurrentUser, type Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { press } from '../../../../lib/press.fixture.spec';
import { answered } from '../../../../lib/query/answered.fixture.spec';
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
  agreement: [],
};
const noRatings = { currentRatings: [], pastRatings: [], agreement: [] };

/** Replaces the browser's observers, because jsdom has no layout. */
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

const phrase = {
  ...{ phraseId: 1, phrase: 'Smile', left: 'Held back', right: 'Warm', isScale: true, isHalf: null, doubleNeg: false },
  ...{ badText: 'Smile more.', goodText: 'A warm smile.', parentPhraseId: null },
};
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase] },
  { id: 3, section: 'Hair', quality: [{ ...phrase, phraseId: 11, phrase: 'Cut' }] },
];

const { fetchComments, getRatings } = assessmentsRoutes;

interface Shown {
  /** Calls that fail; all other calls get no answer. */
  readonly failing?: 'all' | 'ratings' | undefined;
  readonly isUnlocked?: boolean;
}

async function show(changes: object = {}, { failing, isUnlocked = true }: Shown = {}) {
  const photo = { ...assessed, ...changes } as unknown as Photo;
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const requested: (readonly number[] | undefined)[] = [];
  if (failing) {
    const broken = { ok: false, status: 500, headers: new Map(), json: async () => ({}) };
    globalThis.fetch = (async () => broken) as unknown as typeof fetch;
  }
  if (failing !== 'all') answered(queryClient, fetchComments, {}, { data: catalogue });
  const all = photo.timesRated > 0 ? ratings : noRatings;
  if (!failing) answered(queryClient, getRatings, { params: { photoId: 'photo' } }, all);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PhotoView
          open
          photo={photo}
          neighbours={[photo]}
          user={{ userId: 'owner', hasFirstTested: isUnlocked, hasCompletedFirstAssessment: isUnlocked } as CurrentUser}
          catalogue={catalogue}
          moves={{} as PhotoMoves}
          onShow={() => undefined}
          onClose={() => undefined}
          onAssess={(_, phraseIds) => requested.push(phraseIds)}
          onCropAgain={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => import('../../../../ui/motion/motion-features'));
  return requested;
}

const openTab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
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
  screen.getByText('No ratings yet');
  expect(results()).toBeUndefined();
});

it('leads from each assessment in the history to its results', async () => {
  await show();
  await userEvent.click(screen.getByRole('tab', { name: 'Assessments' }));
  const links = screen.getAllByRole('link', { name: /^Results, / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/test/newest', '/test/earlier']);
});

describe('more comments', () => {
  it('are asked for on anything, on a phrase or on a section', async () => {
    const requested = await show({ limitReached: true, comments: [[1, 1, 15]] });
    await press('Request Comments');
    await press('Request comments on Smile');
    await userEvent.selectOptions(screen.getByLabelText('Section'), 'Hair (0)');
    await press('Request Hair comments');
    expect(requested).toEqual([undefined, [1], [11]]);
  });
});

describe('a photo that is not being assessed', () => {
  it('says so, and has its past ratings by date', async () => {
    await show();
    await openTab('Assessments');
    expect(screen.getAllByText(/^\d\d\/\d\d\/\d\d • \d\d:\d\d$/, { selector: 'time' })).toHaveLength(2);
    await openTab('Settings');
    screen.getByText(/^This photo is not being assessed\./);
  });

  it('says what is not known before the first rating', async () => {
    await show({ testId: null, testTimesRated: 0, timesRated: 0, totalScore: 0 });
    screen.getByText('No ratings yet');
    screen.getByText('Start an assessment to find out how this photo comes across.');
    expect(screen.queryByRole('tab')).toBeNull();
    await press('Move to Profile');
    screen.getByText('This photo needs 3 more rating(s) before you can put it in the Profile Planner.');
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
  });
});

describe('comments that cannot be loaded', () => {
  it('are told apart from the catalogue that cannot', async () => {
    const comments = [
      [1, 1, 15],
      [1, 1, 16],
    ];
    await show({ comments }, { failing: 'all' });
    await screen.findByText('Failed to load comments');
    cleanup();
    await show({ comments }, { failing: 'ratings' });
    await screen.findByText('Failed to fetch comments');
  });
});

describe('a photo of the first assessment', () => {
  it('says what waits for its end', async () => {
    await show({ section: 'testing', testLimit: 4 }, { isUnlocked: false });
    const reason = 'Settings and moves are possible once your first assessment is complete.';
    for (const name of ['Assessment Settings', 'Move to Profile', 'Keep in Bank']) {
      const act = screen.getByRole<HTMLButtonElement>('button', { name, description: reason });
      expect(act.disabled).toBe(true);
    }
  });
});

describe('a complete assessment', () => {
  it('is extended in its settings, and the photo may go where it is wanted', async () => {
    await show({ section: 'testing', timesRated: 4, minComments: 1, ratingRequired: true, limitReached: true });
    for (const name of ['Move to Profile', 'Keep in Bank', 'Delete']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
    }
    expect(screen.queryByRole('button', { name: 'End Assessment' })).toBeNull();
    await press('Extend Assessment');
    screen.getByText('This assessment is complete. Extend it for a more certain score.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fewer assessors' }).disabled).toBe(true);
    await press('More assessors');
    screen.getByText('Costs 5 tokens.');
    const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
    await userEvent.click(toggle('Comments'));
    await userEvent.click(toggle('Ratings'));
    expect([toggle('Comments').checked, toggle('Ratings').checked]).toEqual([true, false]);
  });
});
