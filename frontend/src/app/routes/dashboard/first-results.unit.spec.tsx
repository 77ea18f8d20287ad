/** @jest-environment jsdom */
import {
  assessmentsRoutes,
  type Catalogue,
  type ComparedPhotos,
  type CurrentUser,
  type Photo,
} from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { FirstResultsPlace } from './profile-notices';

const phrase = (phraseId: number, name: string) => ({
  ...{ phraseId, phrase: name, left: 'Dim', right: 'Bright', isScale: true, isHalf: null, doubleNeg: false },
  ...{ badText: `Mind the ${name}.`, goodText: `The ${name} is good.`, parentPhraseId: null },
});
const catalogue: Catalogue = [{ id: 1, section: 'Face', quality: [phrase(1, 'light'), phrase(2, 'smile')] }];

const photo = (_id: string, score: number, comments: Photo['comments']) =>
  ({
    ...{ _id, path: `/${_id}`, renditions: [], preview: '', section: 'testing', comments },
    ...{ timesRated: 4, totalScore: 4 * score, fairScore: { score, low: score - 2.4, high: score + 2.4, raters: 4 } },
  }) as unknown as Photo;
const better = photo('better', 14, [
  [1, 1, 18],
  [1, 2, 4],
]);
const other = photo('other', 9, []);

const settled: Pick<ComparedPhotos, 'ranking' | 'comparisons'> = {
  ranking: [['better'], ['other']],
  comparisons: [{ photoIds: ['better', 'other'], probability: 0.92, winner: 'better', ratersToTell: null }],
} as never;
const tied = {
  ranking: [['better', 'other']],
  comparisons: [{ photoIds: ['better', 'other'], probability: 0.6, winner: null, ratersToTell: 3 }],
};

const tested = { userId: 'ann', hasFirstTested: true, hasCompletedFirstAssessment: false } as CurrentUser;

beforeEach(() => {
  localStorage.clear();
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  class NothingToObserve {
    observe() {}
    disconnect() {}
  }
  Object.assign(globalThis, { matchMedia, ResizeObserver: NothingToObserve });
  globalThis.fetch = () => new Promise(() => undefined);
  sessionStore.signIn({ token: 't', userId: 'ann' });
});
afterEach(cleanup);

async function show(user = tested, compared: object = settled, photos: readonly Photo[] = [other, better]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const asked = { params: { userId: 'ann' }, query: { photoIds: photos.map(({ _id }) => _id).join() } };
  answered(client, assessmentsRoutes.comparePhotos, asked, compared);
  answered(client, assessmentsRoutes.fetchComments, {}, { data: catalogue });
  let chosen = 0;
  render(
    <QueryClientProvider client={client}>
      <FirstResultsPlace user={user} photos={photos} onChoose={() => (chosen += 1)} onHide={() => undefined} />
    </QueryClientProvider>,
  );
  await act(async () => {
    await import('../../../features/results/components/first-results');
    await import('../../../ui/motion/motion-features');
  });
  return { timesChosen: () => chosen };
}

const offer = () => screen.queryByRole('button', { name: 'See your results' });
const open = () => userEvent.click(offer()!);

describe('the first results', () => {
  it('name the best photo and how sure that is, a strength and a thing to try', async () => {
    await show();
    await open();
    screen.getByRole('img', { name: 'Your best photo so far' });
    screen.getByText('We are 92% sure that it is better than your other photo.');
    screen.getByText('Your other photo: average 9, adjusted score 9.');
    screen.getByText('Adjusted for strict and generous assessors: 14, likely 11\u2060–\u206017');
    expect(screen.getByRole('region', { name: 'Works well' }).textContent).toContain('The light is good.');
    expect(screen.getByRole('region', { name: 'One thing to try' }).textContent).toContain('Mind the smile.');
  });

  it('show both photos where they are too close to call', async () => {
    await show(tested, tied);
    await open();
    screen.getByText('No clear winner');
    screen.getByText('Too close to call. About 3 more assessors for each photo may settle it.');
    screen.getByText('Either is a good start; you can swap it later.');
    expect(screen.getAllByRole('img', { name: /^Photo \d$/ })).toHaveLength(2);
  });

  it('name the photos that a comment is about where several tie', async () => {
    await show(tested, tied, [photo('other', 14, [[1, 1, 18]]), better]);
    await open();
    expect(screen.getByRole('region', { name: 'Works well' }).textContent).toMatch(/Both photos: said 2 times$/);
    expect(screen.getByRole('region', { name: 'One thing to try' }).textContent).toMatch(/Photo 2: said once$/);
  });

  it('say so where nobody has left a comment', async () => {
    await show(tested, settled, [other, photo('better', 14, [])]);
    await open();
    screen.getByText('Nobody has named a strength yet.');
    screen.getByText('Nobody has suggested a change.');
  });

  it('explain the number, the range and the assessors with those of the photo', async () => {
    await show();
    await open();
    const meanings = screen.getByRole('region', { name: 'What the numbers mean' });
    expect(meanings.textContent).toMatch(/Average.*14.*Adjusted score.*11\u2060–\u206017.*Likely range.*4.*Assessors/);
  });

  it('lead to the choice of a photo, and are not offered again', async () => {
    const { timesChosen } = await show();
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Choose your first profile photo' }));
    expect(timesChosen()).toBe(1);
    expect(offer()).toBeNull();
    cleanup();
    await show();
    expect(offer()).toBeNull();
  });

  it('are offered at the next visit after they were put off', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(offer()).toBeNull();
    cleanup();
    await show();
    expect(offer()).not.toBeNull();
  });

  it.each([
    ['before the first assessment is complete', { ...tested, hasFirstTested: false }],
    ['once a photo is in the planner', { ...tested, hasCompletedFirstAssessment: true }],
  ])('are not offered %s', async (_, user) => {
    await show(user);
    expect(offer()).toBeNull();
  });
});
