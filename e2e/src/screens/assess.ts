import type { Page } from 'playwright-core';
import { answered, stalled, unreachable } from './answers.js';
import type { Cast } from './cast.js';
import type { Screen, ScreenState } from './screen.js';
import { fill, press, scrollDown } from './steps.js';

const noTests = async (page: Page) => {
  await answered(page, 'get-image/public', { success: true, data: [], notice: null });
  await answered(page, 'evaluation-groups', { success: true, groups: [] });
};

const paused = (page: Page) =>
  answered(page, 'get-rater-standing/*', {
    success: true,
    standing: 'paused',
    reason: 'Your last ratings came faster than anybody can look at photos.',
    since: '2025-11-03T09:30:00.000Z',
    advice: 'Take a moment for each photo. The pause ends by itself after a day.',
    canAppeal: true,
    appealedAt: null,
  });

export const approve: Screen = {
  name: '/approve',
  states: [
    { name: 'asked', as: 'starter', path: '/approve', ready: 'Passkey', wide: true },
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
      ready: 'Look at every photo first',
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
      ready: 'This test is no longer available',
    },
  ],
};

const testingOf = (who: keyof Cast) => (cast: Cast) => `/testing/${cast[who].userId}`;

const opened = { as: 'assessor', path: testingOf('waiting') } as const;

async function rateAll(page: Page): Promise<void> {
  for (const position of [1, 2]) {
    const slider = page.getByRole('slider', { name: `Rating for photo ${position}` });
    await slider.focus();
    await slider.press('Home');
    for (let value = 1; value < 8 + position * 4; value += 1) await slider.press('ArrowRight');
    await openPicker(page);
    await pickFirst(page);
    await press(page, 'Done');
  }
}

const openPicker = (page: Page) => page.getByRole('button', { name: 'Add comments' }).first().click();

async function pickFirst(page: Page): Promise<void> {
  const phrase = page.getByRole('dialog').getByRole('slider').first();
  await phrase.focus();
  await phrase.press('End');
}

const pickerOn = (tab: string): ScreenState => ({
  name: `comment picker, ${tab}`,
  ...opened,
  reach: async (page) => {
    await openPicker(page);
    await page.getByRole('tab', { name: tab }).click();
  },
  ready: (page) => page.getByRole('tab', { name: tab, selected: true }),
  wide: tab === 'Face',
});

export const testing: Screen = {
  name: '/testing/{userId}',
  states: [
    { name: 'untouched', ...opened, ready: 'Rating(s) remaining', wide: true },
    {
      name: 'loading',
      ...opened,
      before: (page, cast) => stalled(page, `get-image/${cast.waiting.userId}`),
      ready: 'Loading images...',
    },
    { name: 'complete', ...opened, reach: rateAll, ready: (page) => page.getByText('Submit', { exact: true }) },
    {
      name: 'submitting',
      ...opened,
      before: (page) => stalled(page, 'rating'),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: 'Submitting...',
    },
    {
      name: 'submitted',
      ...opened,
      before: (page) => answered(page, 'rating', { success: true, tokensEarned: 20, tokenCount: 60 }, 201),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: 'Assessment Submitted',
    },
    {
      name: 'closing',
      ...opened,
      reach: (page) => press(page, 'Close assessment'),
      ready: 'Your progress will be lost and you will not earn any tokens.',
    },
    ...['Face', 'Body', 'Hair', 'Vibe', 'Outfit', 'Background', 'Photography'].map(pickerOn),
    {
      name: 'comment picker, one picked',
      ...opened,
      reach: async (page) => {
        await openPicker(page);
        await pickFirst(page);
      },
      ready: '1 of 3',
    },
    { name: 'benchmark intro', as: 'assessor', path: testingOf('owner'), ready: 'Benchmark photos' },
    {
      name: 'benchmark photos',
      as: 'assessor',
      path: testingOf('owner'),
      reach: async (page) => {
        await press(page, 'Got it');
        await scrollDown(page);
      },
      ready: 'Rating(s) remaining',
    },
  ],
};
