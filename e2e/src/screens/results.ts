import { photosRoutes } from '@candid/contracts';
import type { Page } from 'playwright-core';
import { answered, stalled } from './answers.js';
import type { Cast } from './cast.js';
import { associated, bestIsClear, given, photosRated, photosTied } from './score-answers.js';
import type { Screen, ScreenState } from './screen.js';
import { press, scrollDown } from './steps.js';

/** Opens the first photo assessment of a person. Only the server knows the assessment's id. */
const toTest = (who: 'tested' | 'waiting') => async (page: Page, cast: Cast) => {
  const [photo] = await cast[who].photos('testing');
  await page.goto(`/test/${photo?.testId}`);
};

/** Shows the results of the first assessment with these ratings instead of its own. */
const scored = (name: string, got: keyof typeof given): ScreenState => ({
  name,
  as: 'tested',
  path: '/profile',
  before: (page) => photosRated(page, given[got]),
  reach: toTest('tested'),
  ready: (page) => page.getByRole('article', { name: 'Photo 2 of 2' }),
});

export const results: Screen = {
  name: '/test/{testId}',
  states: [
    {
      name: 'rated',
      as: 'tested',
      path: '/profile',
      reach: toTest('tested'),
      ready: (page) => page.getByRole('article', { name: 'Photo 2 of 2' }),
      wide: true,
    },
    scored('score 1 to 5', 'lowest'),
    scored('score 16 to 20', 'highest'),
    scored('30 ratings', 'thirty'),
    scored('no comments', 'silent'),
    {
      name: 'what to change',
      as: 'tested',
      path: '/profile',
      before: (page) => associated(page, true),
      reach: async (page, cast) => {
        await toTest('tested')(page, cast);
        await page.getByText('Show the numbers').click();
        await page.getByText('Strict and generous assessors, and better').scrollIntoViewIfNeeded();
      },
      ready: (page) => page.getByRole('table', { name: 'Ratings with and without each comment' }),
      wide: true,
    },
    {
      name: 'what to change: three comments',
      as: 'tested',
      path: '/profile',
      before: (page) => associated(page, true),
      reach: async (page, cast) => {
        await toTest('tested')(page, cast);
        await page.getByText('Show the numbers').scrollIntoViewIfNeeded();
      },
      ready: 'Show the numbers',
    },
    {
      name: 'what to change: nothing clear',
      as: 'tested',
      path: '/profile',
      before: (page) => associated(page, false),
      reach: async (page, cast) => {
        await toTest('tested')(page, cast);
        await page.getByText('12 comments were compared').scrollIntoViewIfNeeded();
      },
      ready: 'No comment goes clearly with higher or lower ratings',
    },
    {
      name: 'no results yet',
      as: 'waiting',
      path: '/profile',
      before: async (page) => {
        await answered(page, 'get-ratings/*', {
          success: true,
          currentRatings: [],
          pastRatings: [],
          agreement: [],
          nextCursor: null,
        });
        await page.route(/\/api\/get-image\/[^/?]+\/[^/?]+/, async (route) => {
          const response = await route.fetch();
          const answer = photosRoutes.getTest.answer.parse(await response.json());
          const photos = answer.data[0]?.photos.map((photo) => ({
            ...photo,
            timesRated: 0,
            testTimesRated: 0,
            totalScore: 0,
            comments: [],
            fairScore: null,
          }));
          await route.fulfill({ response, json: { ...answer, data: [{ ...answer.data[0], photos }] } });
        });
      },
      reach: toTest('waiting'),
      ready: 'No results yet, check back later!',
    },
    { name: 'no such test', as: 'tested', path: '/test/nothing', ready: 'No images available.' },
    {
      name: 'loading',
      as: 'tested',
      path: '/test/loading',
      before: (page) => stalled(page, 'get-image/*/*'),
      ready: 'Results',
    },
  ],
};

export const compare: Screen = {
  name: '/compare',
  states: [
    { name: 'nothing chosen', as: 'owner', path: '/compare', ready: 'Pick two or more.', wide: true },
    {
      name: 'two chosen',
      as: 'owner',
      path: '/compare',
      reach: async (page) => {
        await page.getByRole('checkbox').nth(0).click();
        await page.getByRole('checkbox').nth(1).click();
      },
      ready: (page) => page.getByRole('region', { name: 'Side by side' }),
      wide: true,
    },
    {
      name: 'order of three',
      as: 'owner',
      path: '/compare',
      reach: async (page) => {
        for (const at of [0, 1, 2]) await page.getByRole('checkbox').nth(at).click();
        await page.getByRole('heading', { name: 'Suggested order' }).waitFor();
        await scrollDown(page);
      },
      ready: 'Suggested order',
    },
    {
      name: 'too close to call',
      as: 'owner',
      path: '/compare',
      before: photosTied,
      reach: async (page) => {
        await page.getByRole('checkbox').nth(0).click();
        await page.getByRole('checkbox').nth(1).click();
      },
      ready: 'Too close to call. About 6 more assessors for each photo may settle it.',
    },
    { name: 'too few', as: 'starter', path: '/compare', ready: 'Two rated photos are needed' },
  ],
};

const first = (name: string, rest: Partial<ScreenState> = {}): ScreenState => ({
  name,
  as: 'tested',
  path: '/profile',
  reach: (page) => press(page, 'See your results'),
  ready: (page) => page.getByRole('region', { name: 'What the numbers mean' }),
  ...rest,
});

export const firstResults: Screen = {
  name: '/profile: first results',
  states: [
    first('best photo', { before: bestIsClear, wide: true }),
    first('what the numbers mean', {
      reach: async (page) => {
        await press(page, 'See your results');
        await page.getByText('More ratings make the range narrower.').scrollIntoViewIfNeeded();
      },
    }),
    first('too close to call', { before: photosTied }),
    first('no comments', { before: (page) => photosRated(page, given.silent) }),
  ],
};
