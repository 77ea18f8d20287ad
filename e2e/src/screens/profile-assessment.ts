import type { Page } from 'playwright-core';
import { answered } from './answers.js';
import type { Screen } from './screen.js';
import { openTab, press } from './steps.js';

const of = { as: 'owner', path: '/profile' } as const;

const widget = (page: Page) => page.getByRole('region', { name: 'Profile Comments', exact: true });
const list = (page: Page) => page.getByRole('region', { name: 'Assessments (Profile Comments)' });
const noGroups = (page: Page) => answered(page, 'user-evaluation-groups/*', { success: true, groups: [] });

const intoWidget = async (page: Page) => {
  await widget(page).getByRole('button', { name: 'Settings' }).waitFor();
  await widget(page).scrollIntoViewIfNeeded();
};
const openEarlier = (page: Page) =>
  list(page)
    .getByRole('button', { name: /^Open the profile assessment/ })
    .last()
    .click();

export const profileAssessment: Screen = {
  name: '/profile: profile assessments',
  states: [
    { name: 'running', ...of, reach: intoWidget, ready: widget, wide: true },
    {
      name: 'never asked',
      ...of,
      before: noGroups,
      ready: (page) => widget(page).getByText('Request', { exact: true }),
    },
    {
      name: 'list',
      ...of,
      reach: (page) => list(page).getByRole('button').last().scrollIntoViewIfNeeded(),
      ready: list,
    },
    {
      name: 'list, nothing yet',
      ...of,
      before: noGroups,
      reach: (page) => page.getByText("You haven't requested").scrollIntoViewIfNeeded(),
      ready: "You haven't requested any profile assessments yet.",
    },
    {
      name: 'opened, comments',
      ...of,
      reach: openEarlier,
      ready: (page) => page.getByRole('tab', { name: 'Comments', selected: true }),
      wide: true,
    },
    {
      name: 'opened, assessments',
      ...of,
      reach: async (page) => {
        await openEarlier(page);
        await openTab(page, 'Assessments');
      },
      ready: (page) => page.getByRole('tab', { name: 'Assessments', selected: true }),
    },
    {
      name: 'settings of a running one',
      ...of,
      reach: (page) => widget(page).getByRole('button', { name: 'Settings' }).click(),
      ready: 'Update assessment',
      wide: true,
    },
    {
      name: 'request',
      ...of,
      before: noGroups,
      reach: (page) => widget(page).getByRole('button', { name: 'Request' }).click(),
      ready: 'Assessors see your whole profile and comment on the set.',
    },
    {
      name: 'ending',
      ...of,
      reach: (page) => widget(page).getByRole('button', { name: 'End' }).click(),
      ready: 'End this profile assessment?',
    },
    {
      name: 'a move that ends it',
      ...of,
      reach: async (page) => {
        const planner = page.getByRole('region', { name: 'Profile Planner' });
        await planner
          .getByRole('button', { name: /^Your photo/ })
          .first()
          .click();
        await press(page, 'Move to Bank');
      },
      ready: 'Changing its photos ends that assessment',
    },
  ],
};
