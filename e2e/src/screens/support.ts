import { altered, answered, refused, stalled } from './answers.js';
import type { Cast } from './cast.js';
import type { Screen } from './screen.js';
import { fill, press } from './steps.js';

const support = { as: 'support' } as const;
const owner = (cast: Cast) => `/support/accounts/${cast.owner.userId}`;
const nobody = '11111111-1111-4111-8111-111111111111';
const at = '2026-11-21T10:00:00.000Z';

const fault = {
  ...{ name: 'balances-equal-events', ok: false, figure: 1, healed: 2, runbook: 'balances-equal-events' },
  detail: '1 account is not what the events add up to',
  rows: [{ kind: 'account', id: `user:${nobody}`, detail: 'accounts: differs {"posted":40}' }],
};

const givenUp = {
  ...{ name: 'nothing-given-up', ok: false, figure: 1, healed: 0, runbook: 'nothing-given-up' },
  detail: '1 dead letter',
  rows: [{ kind: 'letter', id: 'photos.7', detail: '1 dead letter' }],
};

const waiting = {
  ...{ correctionId: nobody, userId: nobody, amount: 500, reason: 'Paid twice by card.', ticket: 'T-12' },
  ...{ corrects: nobody, state: 'waiting', requestedBy: nobody, requestedAt: at },
  ...{ decidedBy: null, decidedAt: null, decisionReason: null, transferId: null },
};
const rejected = {
  ...waiting,
  ...{ correctionId: nobody.replace('4111', '4222'), amount: -300, state: 'rejected' },
  ...{ decidedBy: nobody, decidedAt: at, decisionReason: 'Not theirs to pay.' },
};
const corrections = { success: true, corrections: [waiting, rejected], nextCursor: null, approvalAbove: 200 };

const letter = {
  ...{ letterId: 'photos.7', service: 'photos', subject: 'PhotoStored', handler: 'make-renditions', attempts: 5 },
  ...{ reason: 'The picture could not be read.', failedAt: at, eventId: nobody },
};
const letters = { success: true, letters: [letter], nextCursor: null };

export const supportSearch: Screen = {
  name: '/support',
  states: [
    { name: 'nothing asked', ...support, path: '/support', ready: 'Who is it about?', wide: true },
    {
      name: 'found',
      ...support,
      path: (cast) => `/support?q=${encodeURIComponent(cast.owner.email)}`,
      ready: 'r•••@p•••.example',
      wide: true,
    },
    {
      name: 'found by id',
      ...support,
      path: (cast) => `/support?q=${cast.owner.userId}`,
      ready: 'r•••@p•••.example',
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
    { name: 'not for users', as: 'owner', path: '/support', ready: '404 Not Found' },
  ],
};

export const supportAccount: Screen = {
  name: '/support/accounts',
  states: [
    { name: 'account', ...support, path: owner, ready: 'Was a refund made?', wide: true },
    {
      name: 'account, revealing the address',
      ...support,
      path: owner,
      reach: (page) => press(page, 'Reveal'),
      ready: 'Reveal the e-mail address?',
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
      ready: 'There is no account with this id',
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
      ready: 'There is no transfer with this id',
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
      ready: 'A whole number from 1 to 100,000, please.',
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
  ],
};

export const supportBooks: Screen = {
  name: '/support, the books',
  states: [
    {
      name: 'trial balance',
      ...support,
      path: '/support/trial-balance',
      ready: 'Sum 0. Every token came from somewhere.',
      wide: true,
    },
    {
      name: 'trial balance, nothing by then',
      ...support,
      path: '/support/trial-balance?to=2001-01-01',
      ready: 'Nothing was booked by then',
    },
    {
      name: 'trial balance, off',
      ...support,
      path: '/support/trial-balance',
      before: (page) => altered(page, 'support/trial-balance', (answer) => ({ ...(answer as object), sum: -5 })),
      ready: 'Sum −5. Tokens came from nowhere',
    },
    {
      name: 'reconciliation, not run',
      ...support,
      path: '/support/reconciliation',
      before: (page) => answered(page, 'support/reconciliations', { success: true, runs: [], nextCursor: null }),
      ready: 'Not run yet',
      wide: true,
    },
    {
      name: 'reconciliation',
      ...support,
      path: '/support/reconciliation',
      reach: async (page) => {
        await press(page, 'Run now');
        await press(page, 'Verify the chain');
        await page.getByText('events are as they were written.').waitFor();
      },
      ready: 'Every transfer gives what it takes',
      wide: true,
    },
    {
      name: 'reconciliation, a fault',
      ...support,
      path: '/support/reconciliation',
      before: (page) =>
        answered(page, 'support/reconciliation', { success: true, ok: false, checkedAt: at, checks: [fault, givenUp] }),
      reach: (page) => press(page, 'Run now'),
      ready: '2 checks find faults',
      wide: true,
    },
    {
      name: 'reconciliation, running',
      ...support,
      path: '/support/reconciliation',
      before: (page) => stalled(page, 'support/reconciliation'),
      reach: (page) => press(page, 'Run now'),
      ready: 'The checks are running.',
    },
  ],
};

const entry = (place: string, feedback: string, from: { userId?: string; email?: string }) => ({
  ...{ feedbackId: nobody.replace('4111', place), feedback, sentAt: at, userId: null, email: null, ...from },
});
const messages = {
  ...{ success: true, nextCursor: null },
  entries: [
    entry('4111', 'The comments are the best part.\nMore of them, please.', {
      userId: nobody,
      email: 'r•••@p•••.example',
    }),
    entry('4222', 'I cannot sign up. Can you help me?', { email: 'n•••@l•••.example' }),
    entry('4333', 'I could not find the way back.', {}),
  ],
};
const call = (place: string, more: object) => ({
  ...{ entryId: nobody.replace('4111', place), at, lastAt: at, userId: nobody, targets: [nobody], times: 1 },
  ...{ reason: null, ticket: null, requestId: nobody, ...more },
});
const calls = {
  ...{ success: true, nextCursor: null },
  entries: [
    call('4111', {
      ...{ call: 'grant', reason: 'mine', outcome: { status: 403, code: 'FORBIDDEN' } },
      ...{ times: 1204, lastAt: '2026-11-21T18:05:00.000Z' },
    }),
    call('4222', { call: 'revealAccount', reason: 'they wrote', ticket: 'T-7', outcome: { status: 200, code: null } }),
    call('4333', { call: 'findAccounts', targets: [], outcome: null }),
  ],
};

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
        await fill(page, { Name: 'spring', Reason: 'New assessors in spring.' });
        await press(page, 'Add a passkey');
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
      name: 'feedback',
      ...support,
      path: '/support/feedback',
      before: (page) => answered(page, 'support/feedback', messages),
      ready: 'The comments are the best part.',
      wide: true,
    },
    {
      name: 'feedback, revealing the address',
      ...support,
      path: '/support/feedback',
      before: (page) => answered(page, 'support/feedback', messages),
      reach: (page) => page.getByRole('button', { name: 'Reveal' }).last().click(),
      ready: 'Reveal the e-mail address?',
    },
    {
      name: 'feedback, none',
      ...support,
      path: '/support/feedback',
      before: (page) => answered(page, 'support/feedback', { success: true, entries: [], nextCursor: null }),
      ready: 'No feedback yet',
    },
    {
      name: 'corrections',
      ...support,
      path: '/support/corrections',
      before: (page) => answered(page, 'support/corrections', corrections),
      ready: 'Paid twice by card.',
      wide: true,
    },
    {
      name: 'corrections, approving',
      ...support,
      path: '/support/corrections',
      before: (page) => answered(page, 'support/corrections', corrections),
      reach: (page) => press(page, 'Approve'),
      ready: 'Approve +500 tokens?',
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
      ready: 'Deal with it once more?',
    },
    { name: 'dead letters, none', ...support, path: '/support/dead-letters', ready: 'Nothing was put aside' },
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
