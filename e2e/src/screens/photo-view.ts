import type { Page } from 'playwright-core';
import { given, photosRated } from './score-answers.js';
import type { Screen, ScreenState } from './screen.js';
import { openTab, press, unfold } from './steps.js';

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

/** Shows a photo of the first assessment with these ratings instead of its own. */
const scored = (name: string, got: keyof typeof given, wide = false): ScreenState => ({
  name: `rated photo, ${name}`,
  as: 'tested',
  path: '/profile',
  before: (page) => photosRated(page, given[got]),
  reach: (page) => open(page, /^Your photo, /),
  ready: (page) =>
    page.getByRole('region', { name: 'Score', exact: true }).getByText(/^Adjusted for strict and generous assessors/),
  wide,
});

export const photoView: Screen = {
  name: '/profile: expanded photo',
  states: [
    tab('Comments', true),
    tab('Assessments'),
    tab('Settings'),
    {
      name: 'rated photo, retaken',
      ...rated,
      reach: async (page) => {
        await openRated(page);
        await openTab(page, 'Assessments');
        await page.getByRole('region', { name: 'Progress' }).getByRole('button').first().click();
      },
      ready: 'Choose another',
    },
    {
      name: 'rated photo, how to read its score',
      ...rated,
      reach: async (page) => {
        await openRated(page);
        await unfold(page, 'How to read this');
      },
      ready: (page) => page.getByText(/^Each block is one rating/),
    },
    scored('score 1 to 5', 'lowest', true),
    scored('score 16 to 20', 'highest'),
    scored('30 ratings', 'thirty', true),
    scored('no comments', 'silent'),
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
