import type { Screen } from './screen.js';
import { scrollDown } from './steps.js';

/** Makes the app throw when it formats a date. */
const brokenDates = `Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { get() { throw new Error('broken'); } })`;

export const others: Screen = {
  name: 'Other screens',
  states: [
    { name: '/privacy-policy', as: 'visitor', path: '/privacy-policy', ready: 'What we store', wide: true },
    { name: '/terms-of-service', as: 'owner', path: '/terms-of-service', ready: 'Who may use Candid' },
    { name: '/test', as: 'owner', path: '/test', ready: (page) => page.getByRole('heading', { level: 1 }), wide: true },
    { name: '/navbar', as: 'owner', path: '/navbar', ready: (page) => page.getByRole('heading', { level: 1 }) },
    { name: '404', as: 'visitor', path: '/nowhere', ready: '404 Not Found', wide: true },
    { name: '404, signed in', as: 'owner', path: '/nowhere', ready: '404 Not Found' },
    {
      name: 'a page that does not come',
      as: 'visitor',
      path: '/login',
      before: (page) => page.route(/\/assets\/log-in\.page/, (route) => route.abort()),
      ready: 'This screen could not be loaded',
    },
    {
      name: 'a page that breaks',
      as: 'owner',
      path: '/account/statement',
      before: (page) => page.addInitScript(brokenDates),
      ready: 'Something went wrong on this screen',
    },
    {
      name: 'offline, my photos',
      as: 'owner',
      path: '/profile',
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^Your photo/ })
          .first()
          .waitFor();
        await page.context().setOffline(true);
        await page.getByText('You are offline.').waitFor();
        // At the end of the page, the dock does not cover half of a button.
        await scrollDown(page);
      },
      ready: 'You are offline.',
      wide: true,
    },
    {
      name: 'offline, landing',
      as: 'visitor',
      path: '/landing',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Request Sign-Up Code' }).waitFor();
        await page.context().setOffline(true);
      },
      ready: 'You are offline.',
    },
  ],
};
