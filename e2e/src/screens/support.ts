import { altered, answered, refused, stalled } from './answers.js';
import type { Cast } from './cast.js';
import type { Screen } from './screen.js';
import { fill, press } from './steps.js';
import { activity, at, linked, nobody, support } from './support-answers.js';

const owner = (cast: Cast) => `/support/accounts/${cast.owner.userId}`;

export const supportSearch: Screen = {
  name: '/support',
  states: [
    { name: 'nothing asked', ...support, path: '/support', ready: 'Who is it about?', wide: true },
    {
      name: 'found by the beginning of an id',
      ...support,
      path: (cast) => `/support?q=${cast.owner.userId.slice(0, 8)}`,
      ready: 'r•••@p•••.example',
      wide: true,
    },
    { name: 'nothing found', ...support, path: '/support?q=nobody', ready: 'Nothing found' },
    {
      name: 'searching',
      ...support,
      path: '/support?q=r',
      before: (page) => stalled(page, 'support/accounts'),
      ready: 'Accounts found',
      wide: true,
    },
    {
      name: 'search failed',
      ...support,
      path: '/support?q=r',
      before: (page) => refused(page, 'support/accounts'),
      ready: 'Try again',
    },
    {
      name: 'keys',
      ...support,
      path: '/support',
      reach: async (page) => {
        await page.getByText('Who is it about?').waitFor();
        await page.keyboard.press('?');
      },
      ready: 'Go to a page',
      wide: true,
    },
    { name: 'not for users', as: 'owner', path: '/support', ready: '404 Not Found' },
  ],
};

export const supportAccount: Screen = {
  name: '/support/accounts',
  states: [
    { name: 'account', ...support, path: owner, ready: 'Was a refund made?', wide: true },
    {
      name: 'account, what runs',
      ...support,
      path: owner,
      before: (page) => answered(page, 'support/accounts/*/activity', activity),
      reach: (page) => page.getByText('Moderation cases').scrollIntoViewIfNeeded(),
      ready: 'Warned as an assessor.',
      wide: true,
    },
    {
      name: 'account, linked accounts',
      ...support,
      path: owner,
      before: (page) => answered(page, 'support/accounts/*/linked-accounts', linked),
      reach: (page) => page.getByText('Linked to this account, newest first').scrollIntoViewIfNeeded(),
      ready: 'Linked to this account, newest first',
      wide: true,
    },
    {
      name: 'account, emails come back',
      ...support,
      path: owner,
      before: (page) =>
        altered(page, 'support/accounts/*', (answer) => {
          const { account, ...rest } = answer as { account: object };
          return { ...rest, account: { ...account, emailBouncedAt: at } };
        }),
      ready: (page) => page.getByText(/^Emails come back since/),
    },
    {
      name: 'account, revealing the address',
      ...support,
      path: owner,
      reach: (page) => press(page, 'Reveal'),
      ready: 'Reveal the email address?',
      wide: true,
    },
    {
      name: 'account, the last 7 days',
      ...support,
      path: owner,
      reach: (page) => press(page, '7 days'),
      ready: 'Clear filters',
      wide: true,
    },
    {
      name: 'account, no entries fit',
      ...support,
      path: (cast) => `${owner(cast)}?code=purchase`,
      ready: 'No entries fit these filters',
      wide: true,
    },
    {
      name: 'account, loading',
      ...support,
      path: owner,
      before: (page) => stalled(page, 'support/accounts/*/statement'),
      ready: 'Entries with the running balance, newest first',
      wide: true,
    },
    {
      name: 'no such account',
      ...support,
      path: `/support/accounts/${nobody}`,
      ready: 'There is no account with this ID',
    },
    {
      name: 'transfer',
      ...support,
      path: owner,
      reach: (page) =>
        page
          .getByRole('link', { name: /^Transfer of Assessment started/ })
          .first()
          .click(),
      ready: 'The whole chain',
      wide: true,
    },
    {
      name: 'no such transfer',
      ...support,
      path: `/support/transfers/${nobody}`,
      ready: 'There is no transfer with this ID',
    },
    {
      name: 'request',
      ...support,
      path: owner,
      reach: async (page) => {
        await page
          .getByRole('link', { name: /^Transfer of Assessment started/ })
          .first()
          .click();
        await page.locator('a[href^="/support/requests/"]').first().click();
        await page.getByRole('heading', { name: 'Request', level: 1 }).waitFor();
      },
      ready: (page) => page.getByRole('main').getByRole('listitem'),
      wide: true,
    },
    {
      name: 'correction',
      ...support,
      path: (cast) => `${owner(cast)}/correct`,
      ready: 'Review',
      wide: true,
    },
    {
      name: 'correction, incomplete',
      ...support,
      path: (cast) => `${owner(cast)}/correct`,
      reach: (page) => press(page, 'Review'),
      ready: 'Enter a whole number from 1 to 100,000.',
    },
    {
      name: 'correction, to be confirmed',
      ...support,
      path: (cast) => `${owner(cast)}/correct`,
      reach: async (page) => {
        await page.getByText('Take back', { exact: true }).click();
        await fill(page, { Tokens: '15', Reason: 'Counted twice.' });
        await press(page, 'Review');
      },
      ready: 'The entry stays in the statement.',
      wide: true,
    },
    {
      name: 'correction, for a second person',
      ...support,
      path: (cast) => `${owner(cast)}/correct`,
      before: (page) => altered(page, 'support/accounts/*', (answer) => ({ ...(answer as object), aloneLeft: 50 })),
      reach: async (page) => {
        await fill(page, { Tokens: '51', Reason: 'Paid twice by card.' });
        await press(page, 'Review');
      },
      ready: 'You can book only 50 tokens',
      wide: true,
    },
  ],
};
