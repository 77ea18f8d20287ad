import type { Page } from 'playwright-core';
import { answered } from './answers.js';
import type { Screen } from './screen.js';
import { fill, press, unfold } from './steps.js';
import {
  answered as answers,
  at,
  batch,
  batches,
  beginsSecondFactor,
  calls,
  corrections,
  letters,
  linked,
  messages,
  messageWith,
  nobody,
  recoveryCodes,
  secondFactor,
  sender,
  support,
  waitingCorrections,
} from './support-answers.js';

/** The navigation counts only the waiting ones. */
async function withCorrections(page: Page): Promise<void> {
  await answered(page, 'support/corrections', corrections);
  await answered(page, 'support/corrections\\?state=waiting*', waitingCorrections);
}

export const supportDesk: Screen = {
  name: '/support, the desk',
  states: [
    { name: 'passkeys', ...support, path: '/support/passkeys', ready: 'In use', wide: true },
    {
      name: 'passkeys, a new secret',
      ...support,
      path: '/support/passkeys',
      before: (page) =>
        page.route('**/api/support/passkeys', (route) =>
          route.request().method() === 'GET'
            ? route.fallback()
            : route.fulfill({
                status: 201,
                json: {
                  success: true,
                  passkey: { name: 'spring', createdAt: at, revokedAt: null },
                  secret: 'only-a-picture-of-a-secret',
                },
              }),
        ),
      reach: async (page) => {
        await unfold(page, 'Add a shared passkey');
        await page.getByLabel('Name', { exact: true }).fill('spring');
        await page.getByLabel('Reason').last().fill('New assessors in spring.');
        await press(page, 'Add a shared passkey');
      },
      ready: 'only-a-picture-of-a-secret',
      wide: true,
    },
    {
      name: 'passkeys, revoking',
      ...support,
      path: '/support/passkeys',
      reach: (page) => press(page, 'Revoke tests'),
      ready: 'Revoke tests?',
      wide: true,
    },
    {
      name: 'passkeys, batches',
      ...support,
      path: '/support/passkeys',
      before: (page) => answered(page, 'support/passkey-batches', batches),
      ready: 'open-day_2026',
      wide: true,
    },
    {
      name: 'passkeys, a new batch',
      ...support,
      path: '/support/passkeys',
      reach: async (page) => {
        const party = { 'Name of the batch': `party-${Date.now()}`, 'Number of passkeys': '3' };
        await fill(page, { ...party, Reason: 'New assessors at a party.' });
        await press(page, 'Make a batch');
      },
      ready: 'I have saved them',
      wide: true,
    },
    {
      name: 'passkeys, a batch',
      ...support,
      path: '/support/passkeys/party',
      before: (page) => answered(page, 'support/passkey-batches/party', batch),
      ready: 'Revoke the rest',
      wide: true,
    },
    {
      name: 'linked accounts',
      ...support,
      path: '/support/linked-accounts',
      before: (page) => answered(page, 'support/linked-accounts', linked),
      ready: 'Share a network',
      wide: true,
    },
    { name: 'linked accounts, none', ...support, path: '/support/linked-accounts', ready: 'No linked accounts' },
    {
      name: 'feedback',
      ...support,
      path: '/support/feedback',
      before: (page) => answered(page, 'support/feedback', messages),
      ready: 'The comments are the best part.',
      wide: true,
    },
    {
      name: 'feedback, a message',
      ...support,
      path: `/support/feedback/${nobody}`,
      before: async (page) => {
        await answered(page, `support/feedback/${nobody}`, messageWith(messages));
        await answered(page, `support/accounts/${nobody}`, sender);
      },
      reach: (page) =>
        page
          .getByLabel('Template')
          .selectOption('A passkey')
          .then(() => undefined),
      ready: (page) => page.getByRole('checkbox', { name: 'Attach a personal passkey', checked: true }),
      wide: true,
    },
    {
      name: 'feedback, answered',
      ...support,
      path: `/support/feedback/${nobody}`,
      before: async (page) => {
        await answered(page, `support/feedback/${nobody}`, messageWith(answers));
        await answered(page, `support/accounts/${nobody}`, sender);
      },
      ready: 'See whether it is used',
      wide: true,
    },
    {
      name: 'feedback, none',
      ...support,
      path: '/support/feedback',
      before: (page) => answered(page, 'support/feedback', { success: true, entries: [], nextCursor: null, open: 0 }),
      ready: 'Nothing is waiting',
    },
    {
      name: 'corrections',
      ...support,
      path: '/support/corrections',
      before: withCorrections,
      ready: 'Paid twice by card.',
      wide: true,
    },
    {
      name: 'corrections, approving',
      ...support,
      path: '/support/corrections',
      before: withCorrections,
      reach: (page) => press(page, 'Approve'),
      ready: 'Approve +500 tokens for 11111111…?',
    },
    {
      name: 'dead letters',
      ...support,
      path: '/support/dead-letters',
      before: (page) => answered(page, 'support/dead-letters', letters),
      ready: 'The picture could not be read.',
      wide: true,
    },
    {
      name: 'dead letters, replaying',
      ...support,
      path: '/support/dead-letters',
      before: (page) => answered(page, 'support/dead-letters', letters),
      reach: (page) => press(page, 'Replay make-renditions'),
      ready: 'Try it again?',
    },
    {
      name: 'second factor, required',
      ...support,
      path: '/support',
      before: (page) => answered(page, 'account/second-factor', secondFactor({ staffRoles: [] })),
      ready: 'Set up your second factor',
      wide: true,
    },
    {
      name: 'second factor, scanning',
      ...support,
      path: '/support/second-factor',
      before: beginsSecondFactor,
      reach: async (page) => {
        await fill(page, { 'Your password': 'Correct-horse-9' });
        await press(page, 'Begin');
      },
      ready: 'Scan this with your authenticator app',
      wide: true,
    },
    {
      name: 'second factor, recovery codes',
      ...support,
      path: '/support/second-factor',
      before: async (page) => {
        await beginsSecondFactor(page);
        await answered(page, 'account/second-factor/confirm', { success: true, recoveryCodes, token: 'a.b.c' });
      },
      reach: async (page) => {
        await fill(page, { 'Your password': 'Correct-horse-9' });
        await press(page, 'Begin');
        await fill(page, { 'Code that the app shows': '123456' });
        await press(page, 'Confirm');
      },
      ready: 'I have saved them',
      wide: true,
    },
    {
      name: 'second factor, in use',
      ...support,
      path: '/support/second-factor',
      before: (page) =>
        answered(page, 'account/second-factor', secondFactor({ confirmedAt: at, recoveryCodesLeft: 2 })),
      ready: 'You have 2 recovery codes left.',
      wide: true,
    },
    { name: 'dead letters, none', ...support, path: '/support/dead-letters', ready: 'No dead letters' },
    { name: 'audit log', ...support, path: '/support/audit-log', ready: 'Support calls, newest first', wide: true },
    {
      name: 'audit log, refused calls',
      ...support,
      path: '/support/audit-log',
      before: (page) => answered(page, 'support/audit-log', calls),
      ready: '1,204 times that day',
      wide: true,
    },
  ],
};
