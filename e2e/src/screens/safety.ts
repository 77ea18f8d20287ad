import type { Page } from 'playwright-core';
import { answered, refused } from './answers.js';
import type { Cast } from './cast.js';
import {
  cropWanted,
  hold,
  removed,
  reported,
  suspended,
  tooLate,
  withBlocks,
  withModerated,
  withReports,
  withStatement,
  withStatements,
} from './safety-answers.js';
import type { Screen, ScreenState } from './screen.js';
import { fill, openTab, press } from './steps.js';

const sent = (page: Page) => answered(page, 'report', reported, 202);

const flag = (page: Page, position = 1) => press(page, `Report photo ${position}`);

async function sendReport(page: Page): Promise<void> {
  await flag(page);
  await page.getByLabel('Contact details or advertising').check();
  await press(page, 'Send report');
}

const carousel = { as: 'assessor', path: (cast: Cast) => `/carousel/${cast.waiting.userId}` } as const;
const testing = { as: 'assessor', path: (cast: Cast) => `/testing/${cast.waiting.userId}` } as const;

export const reports: Screen = {
  name: 'Reports: while assessing',
  states: [
    { name: 'what is wrong', ...carousel, reach: (page) => flag(page), ready: 'Send report', wide: true },
    {
      name: 'something else',
      ...testing,
      reach: async (page) => {
        await flag(page, 2);
        await page.getByLabel('Something else').check();
        await page.getByLabel('What is wrong?').fill('It is a drawing and not a photo.');
      },
      ready: '32 of 500 characters',
    },
    {
      name: 'not sent',
      ...carousel,
      before: (page) => refused(page, 'report', 429, 'RATE_LIMITED', 'That was a lot of tries.'),
      reach: sendReport,
      ready: 'This report was not sent, because you sent many in a short time.',
    },
    { name: 'sent', ...testing, before: sent, reach: sendReport, ready: 'Thank you, your report is sent', wide: true },
    {
      name: 'reported before',
      ...carousel,
      before: (page) => refused(page, 'report', 409, 'ALREADY_REPORTED', 'You have reported this already.'),
      reach: sendReport,
      ready: 'You have reported this already',
    },
    {
      name: 'never this person again',
      ...carousel,
      reach: async (page) => {
        await flag(page);
        await press(page, "Don't show me this person again");
      },
      ready: 'Stop showing you this person?',
    },
  ],
};

async function openRated(page: Page, tab: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Your photo, score/ })
    .first()
    .click();
  await openTab(page, tab);
}

const openRatingMenu = async (page: Page): Promise<void> => {
  await openRated(page, 'Assessments');
  await page
    .getByRole('button', { name: /^More about the rating of/ })
    .first()
    .click();
};

const owner = { as: 'owner', path: '/profile' } as const;

export const ownerSafety: Screen = {
  name: 'Reports: an owner',
  states: [
    { name: 'menu of a rating', ...owner, reach: openRatingMenu, ready: 'Hide my photos from this assessor' },
    {
      name: 'report a rating',
      ...owner,
      reach: async (page) => {
        await openRatingMenu(page);
        await press(page, /^Report this rating/);
        await page.getByLabel('What the comments say').check();
      },
      ready: 'Send report',
      wide: true,
    },
    {
      name: 'hide from an assessor',
      ...owner,
      reach: async (page) => {
        await openRatingMenu(page);
        await press(page, /^Hide my photos/);
      },
      ready: 'Hide your photos from this assessor?',
    },
    {
      name: 'photos on hold and to crop again',
      ...owner,
      before: async (page, cast) => {
        const photoId = await withModerated(page, cast, 'testing', 'held');
        await withModerated(page, cast, 'profile', 'crop-wanted');
        await withStatements(page, [{ ...hold, photoId }]);
      },
      ready: 'See why',
      wide: true,
    },
    {
      name: 'photo on hold',
      as: 'owner',
      path: '/profile',
      before: async (page, cast) => {
        const photoId = await withModerated(page, cast, 'testing', 'held');
        await withStatements(page, [{ ...hold, photoId }]);
      },
      reach: (page) =>
        page
          .getByRole('button', { name: /, on hold$/ })
          .first()
          .click(),
      ready: "You don't have to do anything.",
      wide: true,
    },
    {
      name: 'photo to crop again',
      ...owner,
      before: async (page, cast) => {
        const photoId = await withModerated(page, cast, 'bank', 'crop-wanted');
        await withStatements(page, [{ ...cropWanted, photoId }]);
      },
      reach: (page) =>
        page
          .getByRole('button', { name: /, needs a new crop$/ })
          .first()
          .click(),
      ready: 'Crop again',
    },
    {
      name: 'reports and decisions',
      as: 'owner',
      path: '/account/decisions',
      before: async (page) => {
        await withStatements(page, [cropWanted, removed, { ...hold, undoneAt: hold.issuedAt }]);
        await withReports(page, true);
      },
      ready: 'Waiting for a moderator',
      wide: true,
    },
    {
      name: 'no reports and no decisions',
      as: 'owner',
      path: '/account/decisions',
      before: async (page) => {
        await withStatements(page, []);
        await withReports(page, false);
      },
      ready: 'You have not reported anything.',
    },
    {
      name: 'blocked and hidden',
      as: 'owner',
      path: '/account/preferences',
      before: (page) => withBlocks(page, true),
      reach: (page) => page.getByText('Blocked and hidden').scrollIntoViewIfNeeded(),
      ready: 'A person you were shown',
      wide: true,
    },
  ],
};

const link = '/appeal?token=known';

const seen = (name: string, path: string, ready: string, how: Partial<ScreenState> = {}): ScreenState => ({
  name,
  as: 'visitor',
  path,
  ready,
  ...how,
});

const noticeOfChild = async (page: Page): Promise<void> => {
  await page.getByLabel('What is it about?').selectOption('childAbuse');
  await fill(page, {
    'Where is it?': 'The first photo of the person that I was shown at 9 o’clock today',
    'Why does it break the law or the guidelines?': 'The photo shows a child, undressed.',
  });
  await page.getByLabel('I believe in good faith').check();
  await press(page, 'Send report');
};

export const publicSafety: Screen = {
  name: 'Reports: for everybody',
  states: [
    seen('guidelines', '/guidelines', 'Adults only', { wide: true }),
    seen('appeal', link, 'Send appeal', { before: (page) => withStatement(page, suspended), wide: true }),
    seen('appeal, sent', link, 'Your appeal was sent.', {
      before: async (page) => {
        await withStatement(page, suspended);
        await answered(page, 'appeals', { success: true }, 202);
      },
      reach: async (page) => {
        await fill(page, { 'Why is it wrong?': 'All three photos show me, before and after a haircut.' });
        await press(page, 'Send appeal');
      },
    }),
    seen('appeal, filed before', link, 'You appealed on', { before: (page) => withStatement(page, removed) }),
    seen('appeal, too late', link, 'It is too late to appeal.', {
      before: (page) => withStatement(page, tooLate),
    }),
    seen('appeal, not our link', '/appeal?token=made-up', 'This link is not valid', {
      before: (page) => refused(page, 'appeals/*', 404, 'NOT_FOUND', 'There is nothing here.'),
    }),
    seen('notice, incomplete', '/feedback?about=content', 'Please say where it is.', {
      reach: (page) => press(page, 'Send report'),
      wide: true,
    }),
    seen('notice, sent', '/feedback?about=content', 'A moderator will look at your report.', {
      before: (page) =>
        answered(
          page,
          'notices',
          { success: true, noticeId: '00000000-0000-4000-8000-00000000000a', message: '' },
          202,
        ),
      reach: noticeOfChild,
    }),
    seen('notice, to confirm', '/confirm-notice?token=known', 'Confirm my report'),
    seen('notice, confirmed', '/confirm-notice?token=known', 'Your report is confirmed.', {
      before: (page) => answered(page, 'notices/confirm', { success: true }),
      reach: (page) => press(page, 'Confirm my report'),
    }),
    seen('log-in of a suspended account', '/login', 'Your account is suspended until 14 December 2026.', {
      before: (page) =>
        refused(page, 'login', 403, 'ACCOUNT_SUSPENDED', 'Your account is suspended until 14 December 2026.'),
      reach: async (page) => {
        await fill(page, { Email: 'sam@people.example', Password: 'Correct-horse-9' });
        await press(page, 'Submit');
      },
    }),
  ],
};
