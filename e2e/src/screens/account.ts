import type { Page } from 'playwright-core';
import { altered, answered, refused, stalled } from './answers.js';
import type { Screen } from './screen.js';
import { fill, press } from './steps.js';
import { at, secondFactor } from './support-answers.js';

export const pay: Screen = {
  name: '/pay',
  states: [
    { name: 'balance and packs', as: 'owner', path: '/pay', ready: 'Current Balance', wide: true },
    {
      name: 'too few tokens',
      as: 'starter',
      path: '/pay',
      before: (page) =>
        page.addInitScript(`history.replaceState({ ...history.state, usr: { token_error: true } }, '')`),
      ready: 'You have too few tokens.',
    },
  ],
};

const owner = { as: 'owner' } as const;

/** Stubs an account whose address sent a mail back. */
const bounced = (page: Page) =>
  altered(page, 'get-user/*', (answer) => {
    const { user, ...rest } = answer as { user: object };
    return { ...rest, user: { ...user, emailBouncedAt: at } };
  });

export const account: Screen = {
  name: '/account',
  states: [
    { name: 'overview', ...owner, path: '/account', ready: 'Log Out', wide: true },
    { name: 'overview of an assessor', as: 'assessor', path: '/account', ready: 'In good standing' },
    { name: 'emails come back', ...owner, path: '/account', before: bounced, ready: 'It works again', wide: true },
    {
      name: 'emails come back, confirming refused',
      ...owner,
      path: '/account',
      before: async (page) => {
        await bounced(page);
        await refused(page, 'confirm-email', 429, 'RATE_LIMITED', 'That was a lot for one day.');
      },
      reach: (page) => press(page, 'It works again'),
      ready: 'That was a lot for one day.',
    },
    { name: 'statement', ...owner, path: '/account/statement', ready: 'Assessment started', wide: true },
    {
      name: 'statement, loading',
      ...owner,
      path: '/account/statement',
      before: (page) => stalled(page, 'account/statement'),
      ready: 'Every token you earned or spent, newest first.',
    },
    {
      name: 'statement, nothing yet',
      ...owner,
      path: '/account/statement',
      before: (page) =>
        answered(page, 'account/statement', { success: true, entries: [], nextCursor: null, payableTokens: 0 }),
      ready: 'No tokens have moved yet',
    },
    {
      name: 'preferences',
      ...owner,
      path: '/account/preferences',
      ready: 'Changes save automatically.',
      wide: true,
    },
    {
      name: 'preferences, country unknown',
      ...owner,
      path: '/account/preferences',
      before: (page) =>
        answered(page, 'get-location-preferences/*', { success: true, locationsPreference: 'NotMine', country: null }),
      ready: 'This has no effect yet',
      wide: true,
    },
    { name: 'password and devices', ...owner, path: '/account/security', ready: 'Where you are logged in', wide: true },
    { name: 'second factor, off', ...owner, path: '/account/second-factor', ready: 'Your password', wide: true },
    {
      name: 'second factor, in use',
      ...owner,
      path: '/account/second-factor',
      before: (page) =>
        answered(
          page,
          'account/second-factor',
          secondFactor({ isRequired: false, staffRoles: [], confirmedAt: at, recoveryCodesLeft: 9 }),
        ),
      ready: 'Turn off the second factor',
      wide: true,
    },
    { name: 'your data', ...owner, path: '/account/your-data', ready: 'Download everything', wide: true },
    {
      name: 'deleting the account',
      ...owner,
      path: '/account/your-data',
      reach: (page) => press(page, 'Delete account'),
      ready: 'Delete your account?',
      wide: true,
    },
    {
      name: 'deleting, no password',
      ...owner,
      path: '/account/your-data',
      reach: async (page) => {
        await press(page, 'Delete account');
        await press(page, 'Delete for good');
      },
      ready: 'Please enter your password.',
    },
  ],
};

const own = (feedbackId: string, more: object) => ({ feedbackId, sentAt: at, email: null, subject: null, ...more });

const noMessages = { success: true, feedback: [], nextCursor: null };

/** Messages to support: one waits, and one asks for a passkey and is answered. */
export const ownMessages = {
  ...noMessages,
  feedback: [
    own('11111111-1111-4111-8111-111111111111', { feedback: 'The sliders are a joy.', answer: null }),
    own('22222222-2222-4222-8222-222222222222', {
      subject: 'passkey',
      feedback: 'I would like to assess photos. Please send me a passkey.',
      answer: { at, text: 'Your personal passkey is attached.', tokens: 20, passkey: 'abcde-fghjk-mnpqr-stvwx' },
    }),
  ],
};

export const feedback: Screen = {
  name: '/feedback',
  states: [
    {
      name: 'answered',
      as: 'owner',
      path: '/feedback?show=messages',
      before: (page) => answered(page, 'feedback', ownMessages),
      ready: 'Use this passkey',
      wide: true,
    },
    { name: 'asking for tokens', as: 'owner', path: '/feedback?subject=tokens', ready: 'The answer comes by email' },
    { name: 'empty', as: 'owner', path: '/feedback', ready: 'Submit Feedback', wide: true },
    { name: 'of a visitor', as: 'visitor', path: '/feedback', ready: 'Your email (optional)', wide: true },
    {
      name: 'nothing entered',
      as: 'owner',
      path: '/feedback',
      reach: (page) => press(page, 'Submit Feedback'),
      ready: 'Please enter some feedback.',
    },
    {
      name: 'sent',
      as: 'owner',
      path: '/feedback',
      before: (page) => answered(page, 'feedback', { ...noMessages, message: 'Thank you.' }),
      reach: async (page) => {
        await fill(page, { 'Your message': 'The comments are the best part.' });
        await press(page, 'Submit Feedback');
      },
      ready: (page) => page.getByRole('status').filter({ hasText: /thank/i }),
    },
  ],
};
