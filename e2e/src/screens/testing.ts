import { evaluationGroupsRoutes } from '@candid/contracts';
import type { Locator, Page } from 'playwright-core';
import { answered, refused, stalled, unreachable } from './answers.js';
import { devices } from './arrival.js';
import type { Cast } from './cast.js';
import type { Screen, ScreenState } from './screen.js';
import { press, scrollDown } from './steps.js';

const testingOf = (who: keyof Cast) => (cast: Cast) => `/testing/${cast[who].userId}`;

const opened = { as: 'assessor', path: testingOf('waiting') } as const;

async function rateAll(page: Page): Promise<void> {
  for (const position of [1, 2]) {
    const slider = page.getByRole('slider', { name: `Rating for photo ${position}` });
    await slider.focus();
    await slider.press('Home');
    for (let value = 1; value < 8 + position * 4; value += 1) await slider.press('ArrowRight');
    await pickFirst(page, position);
    if (!isDesk(page)) await press(page, 'Done');
  }
}

/** Opens the owner's profile assessment, whose id only the server knows. */
async function openProfile(page: Page, { assessor, owner }: Cast): Promise<void> {
  const query = { excludeUserId: assessor.userId };
  const { groups } = await assessor.expect(evaluationGroupsRoutes.listOpenGroups, { query });
  const group = groups.find(({ userId }) => userId === owner.userId);
  await page.goto(`/testing/${owner.userId}?groupId=${group?.groupId}`);
}

const isDesk = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= devices.desktop.viewport.width;

/** Returns the comments on a photo, which are in a sheet on a phone and beside the photo on a desk. */
async function openPicker(page: Page, position = 1): Promise<Locator> {
  if (!isDesk(page)) await page.getByRole('button', { name: 'Add comments' }).first().click();
  return page.getByRole(isDesk(page) ? 'region' : 'dialog', { name: `Comments on photo ${position}` });
}

async function pickFirst(page: Page, position = 1): Promise<void> {
  const comments = await openPicker(page, position);
  const phrase = comments.getByRole('slider').first();
  await phrase.focus();
  await phrase.press('End');
}

const taken = (tokensEarned: number, isRewarded: boolean, payableTokens = 0) => ({
  success: true,
  tokensEarned,
  isRewarded,
  payableTokens,
  tokenCount: 40 + tokensEarned,
});

const pickerOn = (tab: string): ScreenState => ({
  name: `comment picker, ${tab}`,
  ...opened,
  reach: async (page) => {
    const comments = await openPicker(page);
    await comments.getByRole('tab', { name: tab }).click();
  },
  ready: (page) => page.getByRole('tab', { name: tab, selected: true }).first(),
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
      ready: (page) => page.getByRole('heading', { name: 'Assessment' }),
    },
    {
      name: 'not to be loaded',
      ...opened,
      before: (page, cast) => refused(page, `get-image/${cast.waiting.userId}`),
      ready: 'Try again',
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
      before: (page) => answered(page, 'rating', taken(20, true), 201),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: 'Assessment Submitted',
    },
    {
      name: 'submitted above the day’s most',
      ...opened,
      before: (page) => answered(page, 'rating', taken(20, true, 35), 201),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: '35 tokens will be paid',
    },
    {
      name: 'submitted without a slot',
      ...opened,
      before: (page) => answered(page, 'rating', taken(0, false), 201),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: 'so this assessment earns no tokens.',
    },
    {
      name: 'closing',
      ...opened,
      reach: async (page) => {
        // Nothing is entered yet, so closing asks for no confirmation.
        await page.getByRole('slider').first().waitFor();
        await press(page, 'Close assessment');
      },
      ready: 'Your progress will be lost and you will not earn any tokens.',
    },
    ...['Face', 'Body', 'Hair', 'Vibe', 'Outfit', 'Background', 'Photography'].map(pickerOn),
    {
      name: 'comment picker, one picked',
      ...opened,
      reach: (page) => pickFirst(page),
      ready: '1 of 3',
    },
    {
      name: 'profile assessment',
      as: 'assessor',
      path: '/feed',
      reach: openProfile,
      ready: 'Comment(s) required',
      wide: true,
    },
    {
      name: 'profile assessment, comments',
      as: 'assessor',
      path: '/feed',
      reach: async (page, cast) => {
        await openProfile(page, cast);
        await page.getByText('What do you think of the set?').waitFor();
        await scrollDown(page);
      },
      ready: 'Comment(s) required',
    },
    {
      name: 'saved on this device',
      ...opened,
      before: (page) => unreachable(page, 'rating'),
      reach: async (page) => {
        await rateAll(page);
        await press(page, 'Submit');
      },
      ready: 'Saved on this device',
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
