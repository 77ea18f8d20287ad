/** @jest-environment jsdom */
import { type Catalogue, type CurrentUser, mailsRoutes, photosRoutes, tokensRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { CommentViewDialog } from './dialogs/dashboard-dialogs';
import FirstLogin from './first-login';
import { PoolBody } from './pool-body';

beforeEach(() => {
  const observes = class {
    observe() {}
    disconnect() {}
  };
  const matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} });
  Object.assign(globalThis, { matchMedia, ResizeObserver: observes, IntersectionObserver: observes });
  globalThis.fetch = (() => new Promise(() => undefined)) as unknown as typeof fetch;
  sessionStore.signIn({ token: 't', userId: 'ann' });
});
afterEach(cleanup);

const newcomer = {
  ...{ userId: 'ann', tokenCount: 30, approvedAssessor: false, hasFirstTested: false },
  ...{ hasCompletedFirstAssessment: false, restartTokens: null },
} as CurrentUser;

async function show(part: ReactNode, client = new QueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => import('../../../ui/motion/motion-features'));
}

const acts = { onOpen() {}, onDone() {}, onAdd() {}, onStartWith() {}, onPlan() {}, onSettings() {} };

const running = {
  ...{ _id: 'one', path: '/photo', renditions: [], preview: '', section: 'testing', moderation: 'none' },
  ...{ totalScore: 0, timesRated: 0, testTimesRated: 0, testLimit: 4 },
};
const waiting = { expected: undefined, now: 0 };
const showPhotos = (data: readonly object[], client?: QueryClient) =>
  show(
    <PoolBody user={newcomer} photos={{ data } as never} gate="waiting" waiting={waiting} isMain {...acts} />,
    client,
  );

describe('the photos of a first assessment', () => {
  it('are waited for while assessors see one of them', async () => {
    await showPhotos([running, { ...running, _id: 'two', moderation: 'crop-wanted' }]);
    screen.getByText(/^You do not have to stay on this page/);
    screen.getByText('Waiting for 4 people');
  });

  it('are not waited for while each is on hold or needs a new crop', async () => {
    await showPhotos([
      { ...running, moderation: 'held' },
      { ...running, _id: 'two', moderation: 'crop-wanted' },
    ]);
    screen.getByText('Paused');
    expect(screen.queryByText(/^You do not have to stay|^Waiting for/)).toBeNull();
  });
});

describe('the mails about a first assessment', () => {
  const both = 'We email you after the first and after the last rating.';
  const [first, last] = ['We email you after the first rating.', 'We email you after the last rating.'];
  const none = 'You switched off our emails about this in Preferences.';

  it.each([
    ['both ratings while both are switched on', { firstRating: true, results: true }, 0, both],
    ['the first rating while the other is switched off', { firstRating: true, results: false }, 0, first],
    ['the last rating once there is a first one', { firstRating: true, results: true }, 1, last],
    ['no rating while both are switched off', { firstRating: false, results: false }, 0, none],
  ])('are announced for %s', async (_, mails, testTimesRated, sentence) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    answered(client, mailsRoutes.getMailPreferences, { params: { userId: 'ann' } }, { mails });
    await showPhotos([{ ...running, testTimesRated }], client);
    screen.getByText(
      (_content, element) => element?.textContent === `You do not have to stay on this page. ${sentence}`,
    );
  });
});

describe('an empty pool', () => {
  const showPool = (user: CurrentUser, client?: QueryClient) =>
    show(
      <PoolBody
        user={user}
        photos={{ data: [] } as never}
        gate="open"
        waiting={{ expected: undefined, now: 0 }}
        isMain
        {...acts}
      />,
      client,
    );

  it.each([
    ['by purchase too', true, { 'Buy Tokens': '/pay' }],
    ['without a purchase while no pack is on sale', false, {}],
  ])('says how to get the missing tokens of a first assessment, %s', async (_, enabled, purchase) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    answered(client, tokensRoutes.listTokenPacks, {}, { packs: [{ enabled }] });
    await showPool(newcomer, client);
    screen.getByText(/^Your first assessment costs 40 tokens and you have 30\./);
    const ways = Object.fromEntries(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    );
    const support = '/feedback?subject=tokens';
    expect(ways).toEqual({ ...purchase, 'Message support': support, 'Assess Others': '/feed' });
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull();
  });

  it('asks for photos where they do', async () => {
    await showPool({ ...newcomer, tokenCount: 40 });
    screen.getByRole('button', { name: 'Add photos' });
  });

  it.each([
    ['two new photos cost', null, /^Your 2 photos are in your Photo Bank\. For 40 tokens, 4 people assess each/],
    [
      'has happened to an ended assessment',
      30,
      /its ratings are deleted\. You got 30 tokens back\. .* costs the same\.$/,
    ],
    ['has happened where nothing came back', 0, /its ratings are deleted\. Using both photos, .* costs nothing\.$/],
  ])('says what %s', async (_, restartTokens, text) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const stored = { ...running, section: 'bank' };
    const asked = { params: { section: 'bank', userId: 'ann' } } as const;
    answered(client, photosRoutes.listPhotos, asked, { photos: [stored, { ...stored, _id: 'two' }] });
    await showPool({ ...newcomer, tokenCount: 40, restartTokens }, client);
    screen.getByText(text);
    expect(document.querySelectorAll('img')).toHaveLength(2);
    screen.getByRole('button', { name: 'Use both photos' });
  });
});

describe('the welcome', () => {
  it.each([
    ['the first time', true, 1],
    ['later', false, 0],
  ])('is dismissed %s', async (_, firstTime, calls) => {
    const sent: string[] = [];
    globalThis.fetch = ((url: string) => {
      sent.push(url);
      return new Promise(() => undefined);
    }) as unknown as typeof fetch;
    let closed = 0;
    await show(<FirstLogin open firstTime={firstTime} balance={40} cost={40} onClose={() => (closed += 1)} />);
    screen.getByText('Welcome to Candid');
    for (const slide of ['Add two photos', 'Real people assess them', 'Build your profile']) screen.getByText(slide);
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    expect(closed).toBe(1);
    expect(sent).toHaveLength(calls);
  });
});

describe('the comment view', () => {
  it('offers every section and all of them', async () => {
    const sections = ['Face', 'Body', 'Hair'];
    const catalogue = sections.map((section, at) => ({ id: at + 1, section, quality: [] })) as Catalogue;
    const chosen: (number | undefined)[] = [];
    await show(
      <CommentViewDialog
        open
        catalogue={catalogue}
        sectionId={undefined}
        onChoose={(id) => chosen.push(id)}
        onClose={() => undefined}
      />,
    );
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['All', ...sections]);
    await userEvent.click(screen.getByRole('button', { name: 'Hair' }));
    expect(chosen).toEqual([3]);
  });
});
