import type { Page } from 'playwright-core';
import type { Screen, ScreenState } from './screen.js';
import { openTab, press } from './steps.js';

const rated = { as: 'owner', path: '/profile' } as const;

const open = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const openRated = (page: Page) => open(page, /^Your photo, score/);
const openRunning = (page: Page) => open(page, /^Your photo, 2 of 6/);
const openComplete = (page: Page) => open(page, /^Your photo, 2 of 2/);

const tab = (name: string, wide = false): ScreenState => ({
  name: `rated photo, ${name}`,
  ...rated,
  reach: async (page) => {
    await openRated(page);
    await openTab(page, name);
  },
  ready: (page) => page.getByRole('tab', { name, selected: true }),
  wide,
});

export const photoView: Screen = {
  name: '/profile: expanded photo',
  states: [
    tab('Comments', true),
    tab('Assessments'),
    tab('Settings'),
    {
      name: 'rated photo, its score in detail',
      ...rated,
      reach: async (page) => {
        await openRated(page);
        await page.getByRole('tab', { name: 'Comments' }).scrollIntoViewIfNeeded();
      },
      ready: (page) => page.getByRole('region', { name: 'Fair score' }),
    },
    { name: 'unrated photo', ...rated, reach: (page) => open(page, /not rated/), ready: 'No ratings yet' },
    { name: 'running assessment', ...rated, reach: openRunning, ready: 'End Assessment' },
    {
      name: 'running assessment, settings',
      ...rated,
      reach: async (page) => {
        await openRunning(page);
        await openTab(page, 'Settings');
      },
      ready: 'Update assessment',
    },
    { name: 'complete assessment', ...rated, reach: openComplete, ready: 'Extend Assessment' },
    {
      name: 'first assessment running',
      as: 'waiting',
      path: '/profile',
      reach: (page) => open(page, /^Your photo/),
      ready: 'End Assessment',
    },
    {
      name: 'ending',
      ...rated,
      reach: async (page) => {
        await openRunning(page);
        await press(page, 'End Assessment');
      },
      ready: 'End this assessment?',
    },
    {
      name: 'deleting',
      ...rated,
      reach: async (page) => {
        await openRated(page);
        await press(page, 'Delete');
      },
      ready: 'Permanently delete this photo?',
    },
    {
      name: 'starting over',
      as: 'waiting',
      path: '/profile',
      reach: async (page) => {
        await open(page, /^Your photo/);
        await press(page, 'End Assessment');
      },
      ready: 'Start your first assessment over?',
    },
  ],
};
