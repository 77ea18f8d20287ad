import type { Page } from 'playwright-core';
import { ownMessages } from './account.js';
import { answered, stalled, unreachable } from './answers.js';
import type { Cast } from './cast.js';
import { portrait } from './pictures.js';
import type { Screen } from './screen.js';
import { fill, press } from './steps.js';

const noTests = async (page: Page) => {
  await answered(page, 'get-image/public', { success: true, data: [], notice: null });
  await answered(page, 'evaluation-groups', { success: true, groups: [] });
};

async function paused(page: Page): Promise<void> {
  await noTests(page);
  await answered(page, 'get-rater-standing/*', {
    success: true,
    standing: 'paused',
    reason: 'Your last ratings came faster than anybody can look at photos.',
    since: '2025-11-03T09:30:00.000Z',
    advice: 'Take a moment for each photo. The pause ends by itself after a day.',
    canAppeal: true,
    appealedAt: null,
  });
}

const warned = (page: Page) =>
  answered(page, 'get-rater-standing/*', {
    success: true,
    standing: 'warned',
    reason: 'Many of your last ratings have the same score.',
    since: '2025-11-03T09:30:00.000Z',
    advice: 'Use the whole scale: photos differ.',
    canAppeal: false,
    appealedAt: null,
  });

const offered = (page: Page) =>
  answered(page, 'auth/assessor/trial', { success: true, isOffered: true, retryAt: null });

const pairsInTrial = 10;
const trialPhotoId = (pair: number, side: number) => `4f0c6c1e-0000-4000-8000-0000000000${pair}${side}`;

const opened = (page: Page) =>
  trialOf(page, async (pair, side) => `data:image/jpeg;base64,${(await portrait(pair, side)).toString('base64')}`);
const openedWithoutPhotos = (page: Page) => trialOf(page, () => Promise.resolve('data:image/jpeg;base64,'));

/** Stubs a trial. Each pair has two photos of the same person. */
async function trialOf(page: Page, pathOf: (pair: number, side: number) => Promise<string>): Promise<void> {
  const trialId = '4f0c6c1e-0000-4000-8000-000000000000';
  const photo = async (pair: number, side: number) => ({
    _id: trialPhotoId(pair, side),
    path: await pathOf(pair, side),
    ...{ renditions: [], preview: '' },
  });
  const pairs = await Promise.all(
    Array.from({ length: pairsInTrial }, (_, pair) => Promise.all([photo(pair, 1), photo(pair, 2)])),
  );
  const open = { trialId, expiresAt: '2026-11-30T10:30:00.000Z', lookMs: 0, pairs, isOffered: true, retryAt: null };
  await answered(page, 'auth/assessor/trial', { success: true, ...open }, 201);
  await answered(page, `auth/assessor/trial/${trialId}`, { success: true, isPassed: false, assessorToken: null });
}

async function chooseAll(page: Page): Promise<void> {
  await press(page, 'Start');
  for (let pair = 1; pair <= pairsInTrial; pair += 1) {
    await page.getByText(`Pair ${pair} of ${pairsInTrial}`).waitFor();
    await press(page, 'Photo on the left');
  }
}

export const approve: Screen = {
  name: '/approve',
  states: [
    { name: 'asked', as: 'starter', path: '/approve', ready: 'Enter your passkey', wide: true },
    { name: 'trial offered', as: 'starter', path: '/approve', before: offered, ready: 'Qualify now', wide: true },
    {
      name: 'passkey requested',
      as: 'starter',
      path: '/approve',
      before: (page) =>
        answered(page, 'feedback', { success: true, message: 'Thank you.', feedback: [], nextCursor: null }),
      reach: (page) => press(page, 'Ask for a passkey'),
      ready: 'You asked for a passkey on',
    },
    {
      name: 'passkey request answered',
      as: 'starter',
      path: '/approve',
      before: (page) => answered(page, 'feedback', ownMessages),
      ready: 'Support has answered your last request.',
    },
    {
      name: 'wrong passkey',
      as: 'starter',
      path: '/approve',
      reach: async (page) => {
        await fill(page, { Passkey: 'wrong' });
        await press(page, 'Submit');
      },
      ready: 'Incorrect passkey. Please try again.',
    },
  ],
};

export const trial: Screen = {
  name: '/approve/trial',
  states: [
    { name: 'rules', as: 'starter', path: '/approve/trial', ready: 'Qualify as an assessor' },
    {
      name: 'pair',
      as: 'starter',
      path: '/approve/trial',
      before: opened,
      reach: (page) => press(page, 'Start'),
      ready: 'Choose the one that works better.',
      wide: true,
    },
    {
      name: 'photo not loaded',
      as: 'starter',
      path: '/approve/trial',
      before: openedWithoutPhotos,
      reach: (page) => press(page, 'Start'),
      ready: 'A photo of this pair did not load.',
    },
    {
      name: 'not passed',
      as: 'starter',
      path: '/approve/trial',
      before: opened,
      reach: chooseAll,
      ready: 'Not this time',
    },
  ],
};

export const feed: Screen = {
  name: '/feed',
  states: [
    {
      name: 'loading',
      as: 'assessor',
      path: '/feed',
      before: (page) => stalled(page, 'get-image/public'),
      ready: 'Loading users...',
    },
    {
      name: 'empty',
      as: 'assessor',
      path: '/feed',
      before: noTests,
      ready: 'No tests currently available',
      wide: true,
    },
    {
      name: 'failed',
      as: 'assessor',
      path: '/feed',
      before: (page) => unreachable(page, 'get-image/public'),
      ready: 'Failed to load data. Please try again later.',
    },
    { name: 'paused', as: 'assessor', path: '/feed', before: paused, ready: 'Paused' },
    { name: 'warned', as: 'assessor', path: '/feed', before: warned, ready: 'Warned' },
  ],
};

const carouselOf = (who: keyof Cast) => (cast: Cast) => `/carousel/${cast[who].userId}`;

export const carousel: Screen = {
  name: '/carousel/{userId}',
  states: [
    {
      name: 'first photo',
      as: 'assessor',
      path: carouselOf('waiting'),
      ready: (page) => page.getByRole('button', { name: 'Next photo' }),
      wide: true,
    },
    {
      name: 'last photo',
      as: 'assessor',
      path: carouselOf('waiting'),
      reach: (page) => press(page, 'Next photo'),
      ready: (page) => page.getByRole('button', { name: 'Assess', exact: true, disabled: false }),
    },
    {
      name: 'benchmark photo',
      as: 'assessor',
      path: carouselOf('owner'),
      reach: (page) => press(page, 'Next photo'),
      ready: (page) => page.getByRole('button', { name: 'Previous photo' }),
    },
    {
      name: 'loading',
      as: 'assessor',
      path: carouselOf('waiting'),
      before: (page, cast) => stalled(page, `get-image/${cast.waiting.userId}`),
      ready: (page) => page.getByRole('button', { name: 'Skip' }),
    },
    {
      name: 'gone',
      as: 'assessor',
      path: '/carousel/00000000-0000-4000-8000-000000000000',
      ready: 'This assessment is no longer available',
    },
  ],
};
