import type { Page } from 'playwright-core';
import { altered, answered, unreachable } from './answers.js';
import type { Screen, ScreenState } from './screen.js';
import { openTab, press } from './steps.js';

const groups = 'user-evaluation-groups/*';
const of = { as: 'owner', path: '/profile' } as const;
const widget = (page: Page) => page.getByRole('region', { name: 'Profile Comments', exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Assessments (Profile Comments)' });
const scrolledTo = async (page: Page, region: string, block: 'center' | 'start' = 'center') => {
  const part = `[aria-label="${region}"]`;
  await page.locator(part).waitFor();
  await page.evaluate(`document.querySelector('${part}').scrollIntoView({ block: '${block}' })`);
};
const within = async (page: Page, button: string) => widget(page).getByRole('button', { name: button }).click();

/** Changes the newest profile assessment in the server's answer. */
const changed = (change: object) => (page: Page) =>
  altered(page, groups, (answer) => {
    const [newest, ...others] = (answer as { groups: object[] }).groups;
    return { ...(answer as object), groups: [{ ...newest, ...change }, ...others] };
  });
const complete = changed({ testTimesRated: 5, limitReached: true, running: false });
const confirmed = changed({ testTimesRated: 5, limitReached: true, running: false, hasConfirmed: true });
const owner = (change: object) => (page: Page) =>
  altered(page, 'get-user/*', (answer) => {
    const { user } = answer as { user: object };
    return { ...(answer as object), user: { ...user, ...change } };
  });
const none = async (page: Page) => {
  await answered(page, groups, { success: true, groups: [] });
  await owner({ generalNotifNumber: 0 })(page);
};
const poor = owner({ tokenCount: 4, generalNotifNumber: 0 });

const looked = (name: string, before?: ScreenState['before']): ScreenState => ({
  name,
  ...of,
  before,
  reach: (page) => scrolledTo(page, 'Profile Comments'),
  ready: widget,
});

const opened = (
  name: string,
  reach: (page: Page) => Promise<unknown>,
  before?: ScreenState['before'],
): ScreenState => ({
  name,
  ...of,
  before,
  reach: async (page) => {
    await within(page, 'Open profile comments');
    await page.getByRole('dialog').waitFor();
    await reach(page);
  },
  ready: (page) => page.getByRole('dialog'),
  wide: true,
});

export const profileAssessment: Screen = {
  name: '/profile: profile assessments',
  states: [
    { ...looked('assessing'), wide: true },
    looked('complete', complete),
    // A higher scroll position keeps the next heading's button clear of the pool's strip.
    { ...looked('comments', confirmed), reach: (page) => scrolledTo(page, 'Profile Comments', 'start') },
    looked('not asked yet', none),
    {
      ...looked('cannot be loaded', (page) => unreachable(page, groups)),
      ready: (page) => widget(page).getByText('Failed to load data. Please try again later.'),
    },
    {
      name: 'list',
      ...of,
      reach: async (page) => {
        await press(page, /^Assessments \(Profile Comments\)/);
        await scrolledTo(page, 'Assessments (Profile Comments)');
      },
      ready: panel,
    },
    opened('opened', async () => undefined),
    opened('opened, history', (page) => openTab(page, 'Assessments')),
    opened('opened, earlier one', (page) => press(page, 'Earlier profile assessment')),
    {
      name: 'earlier one, to ask about again',
      ...of,
      before: confirmed,
      reach: async (page) => {
        await press(page, /^Assessments \(Profile Comments\)/);
        await panel(page)
          .getByRole('button', { name: /^Request Comments: / })
          .first()
          .click();
      },
      ready: (page) => page.getByRole('alertdialog'),
    },
    opened('opened, comments', async () => undefined, confirmed),
    opened('opened, none', async () => undefined, none),
    {
      name: 'settings',
      ...of,
      before: none,
      reach: (page) => within(page, 'Request'),
      ready: (page) => page.getByRole('dialog').getByText('Active Profile'),
      wide: true,
    },
    { name: 'settings of a run', ...of, reach: (page) => within(page, 'Settings'), ready: 'Update assessment' },
    {
      name: 'too few tokens',
      ...of,
      before: async (page) => {
        await none(page);
        await poor(page);
      },
      reach: (page) => within(page, 'Request'),
      ready: 'Insufficient tokens. Please purchase more tokens.',
    },
    {
      name: 'comment selection',
      ...of,
      reach: async (page) => {
        await within(page, 'Settings');
        await press(page, /^Comment Selection/);
      },
      ready: 'First impression',
      wide: true,
    },
    { name: 'end', ...of, reach: (page) => within(page, 'End'), ready: 'End this profile assessment?' },
    {
      name: 'refund',
      ...of,
      before: (page) =>
        answered(page, 'end-evaluation-group/*', { success: true, newTokenCount: 200, refundedTokens: 15 }),
      reach: async (page) => {
        await within(page, 'End');
        await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
      },
      ready: 'You have been refunded 15 tokens.',
    },
    {
      name: 'change of the profile',
      ...of,
      reach: async (page) => {
        const planner = page.getByRole('region', { name: 'Profile Planner' });
        await planner
          .getByRole('button', { name: /^Your photo/ })
          .first()
          .click();
        await press(page, 'Move to Bank');
      },
      ready: 'Change your profile?',
    },
  ],
};
