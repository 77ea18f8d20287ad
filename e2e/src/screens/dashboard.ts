import { assessmentsRoutes } from '@candid/contracts';
import { eventually } from '@candid/testing';
import type { Page } from 'playwright-core';
import { altered, answered, refused, stalled } from './answers.js';
import type { Screen, ScreenState } from './screen.js';
import { openPool, press, scrollDown } from './steps.js';

const loaded = (page: Page) => page.getByRole('button', { name: /^Your photo/ });
const hideChecklist = (page: Page) => page.getByRole('button', { name: 'Hide checklist' });
const profile = { path: '/profile' } as const;

const comparedOnce = `localStorage.setItem('comparedPhotos:' + localStorage.getItem('userId'), 'true')`;

export const dashboard: Screen = {
  name: '/profile',
  states: [
    { name: 'welcome', as: 'newcomer', ...profile, ready: 'Welcome to Candid', wide: true },
    {
      name: 'welcome, second slide',
      as: 'newcomer',
      ...profile,
      reach: (page) => press(page, 'Next'),
      ready: 'Real people assess them',
    },
    {
      name: 'welcome, third slide',
      as: 'newcomer',
      ...profile,
      reach: async (page) => {
        await press(page, 'Next');
        await page.getByText('Real people assess them').waitFor();
        await press(page, 'Next');
      },
      ready: 'Get started',
    },
    { name: 'empty', as: 'starter', ...profile, ready: 'Add 2 photos and have them assessed', wide: true },
    { name: 'empty, further down', as: 'starter', ...profile, reach: scrolled, ready: 'Tap to upload' },
    { name: 'first assessment running', as: 'waiting', ...profile, ready: 'Assessing...', wide: true },
    {
      name: 'first assessment running, measured',
      as: 'waiting',
      ...profile,
      before: (page) => expectedIn(page, 35),
      ready: (page) => page.getByText(/^(First|Next) rating in about/),
    },
    {
      name: 'first assessment running, later than usual',
      as: 'waiting',
      ...profile,
      before: (page) => expectedIn(page, -5),
      ready: (page) => page.getByText(/^(First|Next) rating is later than usual/),
    },
    {
      name: 'first assessment half done, app to install',
      as: 'waiting',
      ...profile,
      before: halfDone,
      reach: offerInstallation,
      ready: 'Keep Candid at hand',
      wide: true,
    },
    { name: 'first assessment complete', as: 'tested', ...profile, ready: 'All Complete' },
    {
      name: 'first assessment to start again',
      as: 'waiting',
      ...profile,
      before: givenBack,
      ready: 'Use both photos',
      wide: true,
    },
    { name: 'full', as: 'owner', ...profile, ready: loaded, wide: true },
    { name: 'full, further down', as: 'owner', ...profile, reach: scrolled, ready: loaded },
    {
      name: 'first week, before the first results',
      as: 'waiting',
      ...profile,
      reach: openFirstWeek,
      ready: hideChecklist,
    },
    { name: 'first week, first results', as: 'tested', ...profile, reach: openFirstWeek, ready: hideChecklist },
    { name: 'first week', as: 'owner', ...profile, reach: openFirstWeek, ready: hideChecklist, wide: true },
    {
      name: 'first week, all done',
      as: 'owner',
      ...profile,
      before: (page) => page.addInitScript(comparedOnce),
      ready: 'First week: all done',
      wide: true,
    },
    { name: 'pool open', as: 'owner', ...profile, reach: openPool, ready: 'General Assessment Settings' },
    { name: 'nothing running', as: 'owner', ...profile, before: nothingRunning, ready: 'New assessment', wide: true },
    {
      name: 'too few tokens for the first assessment',
      as: 'starter',
      ...profile,
      before: poor,
      ready: 'Message support',
    },
    { name: 'files over the page', as: 'owner', ...profile, reach: dragFiles, ready: 'Drop photos here', wide: true },
    { name: 'loading', as: 'owner', ...profile, before: (page) => stalled(page, '*/*'), ready: 'Photo Bank' },
    {
      name: 'photos cannot be loaded',
      as: 'owner',
      ...profile,
      before: (page) => refused(page, 'cameraroll-photos-*/*'),
      ready: 'Failed to load data. Please try again later.',
    },
  ],
};

/** Stubs the state after a reset: the photos are in the bank without ratings, and the tokens are refunded. */
async function givenBack(page: Page): Promise<void> {
  await page.route(/cameraroll-photos-bank/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('-bank', '-testing') });
    const { photos: running, ...rest } = (await response.json()) as { photos: object[] };
    const unrated = { section: 'bank', placeholder: 'unrated', timesRated: 0, totalScore: 0, fairScore: null };
    const photos = running.map((photo) => ({ ...photo, ...unrated, testTimesRated: 0, comments: [] }));
    await route.fulfill({ response, json: { ...rest, photos, data: { photos } } });
  });
  await answered(page, 'cameraroll-photos-testing/*', { success: true, photos: [], data: { photos: [] } });
  await altered(page, 'get-user/*', (answer) => withTokens(answer, 40, { restartTokens: 40 }));
}

/** Shows measured times: all ratings after these minutes, the next one after a quarter of them. */
function expectedIn(page: Page, minutes: number) {
  return altered(page, 'get-expected-ratings/*', (answer) => {
    const { photos, ...rest } = assessmentsRoutes.getExpectedRatings.answer.parse(answer);
    const at = (part: number) => new Date(Date.now() + part * minutes * 60_000).toISOString();
    return { ...rest, photos: photos.map((photo) => ({ ...photo, nextAt: at(0.25), allAt: at(1), isMeasured: true })) };
  });
}

function halfDone(page: Page) {
  const rated = { testTimesRated: 2, timesRated: 2, totalScore: 27 };
  return altered(page, 'cameraroll-photos-testing/*', (answer) => {
    const { photos } = answer as { photos: object[] };
    return { ...(answer as object), photos: photos.map((photo) => ({ ...photo, ...rated })) };
  });
}

async function offerInstallation(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Meanwhile' }).waitFor();
  await page.evaluate(
    "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined }))",
  );
}

async function dragFiles(page: Page): Promise<void> {
  await loaded(page).first().waitFor();
  // The part of the page that takes files loads after the pictures.
  await eventually(async () => {
    const isTaken = await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'photo.png'));
      dispatchEvent(new DragEvent('dragover', { dataTransfer }));
      return document.body.textContent.includes('Drop photos here');
    })()`);
    if (!isTaken) throw new Error('the page does not take files yet');
  });
}

function nothingRunning(page: Page) {
  return answered(page, 'cameraroll-photos-testing/*', { success: true, photos: [], data: { photos: [] } });
}

function poor(page: Page) {
  return altered(page, 'get-user/*', (answer) => withTokens(answer, 10));
}

function withTokens(answer: unknown, tokenCount: number, more: object = {}) {
  const { user, ...rest } = answer as { user: object };
  return { ...rest, user: { ...user, tokenCount, ...more } };
}

async function openFirstWeek(page: Page): Promise<void> {
  await press(page, /^First week: /);
  await hideChecklist(page).scrollIntoViewIfNeeded();
}

async function scrolled(page: Page): Promise<void> {
  await page.getByText('Tap to upload').waitFor();
  await scrollDown(page);
}

const previewed = (name: string, rest: Partial<ScreenState> = {}): ScreenState => ({
  name,
  as: 'owner',
  ...profile,
  reach: (page) => press(page, 'Preview'),
  ready: (page) => page.getByRole('button', { name: 'Save these pictures' }),
  ...rest,
});

export const plannerPreview: Screen = {
  name: '/profile: preview',
  states: [
    previewed('your order', { wide: true }),
    previewed('suggested order, second photo', {
      reach: async (page) => {
        await press(page, 'Preview');
        await page.getByRole('dialog').waitFor();
        await press(page, 'Suggest an order');
        await page.getByText('Suggested order, by adjusted score.').waitFor();
        await press(page, 'Next photo');
      },
      ready: (page) => page.locator('button[aria-current=true][aria-label="Show photo 2"]'),
      wide: true,
    }),
    previewed('one photo under review', {
      before: (page) =>
        altered(page, 'cameraroll-photos-profile/*', (answer) => {
          const { photos } = answer as { photos: object[] };
          const [first, ...others] = photos;
          return { ...(answer as object), photos: [{ ...first, moderation: 'held' }, ...others] };
        }),
      ready: '1 photo is under review and is left out.',
    }),
    previewed('pictures cannot be fetched', {
      reach: async (page) => {
        await press(page, 'Preview');
        await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 3' }).waitFor();
        await page.route(/1080\.webp/, (route) => route.fulfill({ status: 403, body: '' }));
        await press(page, 'Save these pictures');
      },
      ready: 'Picture 1 could not be fetched',
    }),
  ],
};
