/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { press } from '../../../lib/press.fixture.spec';
import AccountPage from '../account/account.page';
import ConsolePage from './console.page';

const check = {
  ...{ name: 'transfers-sum-to-zero', ok: true, figure: 0, healed: 0, runbook: 'transfers-sum-to-zero' },
  ...{ detail: 'each of 7 transfers', rows: [] },
};
const head = 'f00d'.repeat(16);

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  });
  desk = new Desk();
  desk.signIn({ roles: ['user', 'support'] });
  desk.answer('GET /account/second-factor', {
    ...{ success: true, isRequired: false, confirmedAt: null, recoveryCodesLeft: 0, staffRoles: ['support'] },
  });
  desk.answer('GET /support/corrections', { success: true, corrections: [], nextCursor: null, approvalAbove: 200 });
  desk.answer('GET /support/dead-letters', { success: true, letters: [], nextCursor: null });
});
afterEach(cleanup);

const open = (path: string) =>
  act(async () =>
    show(
      <Routes>
        <Route path="/support/*" element={<ConsolePage />} />
        <Route path="/account" element={<AccountPage />} />
      </Routes>,
      path,
    ),
  );
describe('the console', () => {
  it('is not there for a user, and their account does not lead to it', async () => {
    desk.signIn();
    await open('/support');
    await screen.findByRole('heading', { name: '404 Not Found' });
    cleanup();
    await open('/account');
    await screen.findByText('mo@candid.example');
    screen.getByRole('link', { name: /^Feedback/ });
    expect(screen.queryByRole('link', { name: 'Support console' })).toBeNull();
  });

  it('shows a moderator nothing of support', async () => {
    desk.signIn({ roles: ['user', 'moderator'] });
    desk.answer('GET /account/second-factor', {
      ...{ success: true, isRequired: false, confirmedAt: null, recoveryCodesLeft: 0, staffRoles: ['moderator'] },
    });
    await open('/support/trial-balance');
    await screen.findByRole('heading', { name: '404 Not Found' });
    expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
  });

  it('shows what people wrote, what failed and what support did', async () => {
    const feedback = 'The comments are the best part.';
    const sender = { userId: null, isLoggedIn: false, email: null, subject: null };
    const message = { feedbackId: transfer, ...sender, feedback, sentAt: at, answer: null };
    desk.answer('GET /support/feedback', { success: true, entries: [message], nextCursor: null, open: 1 });
    const entry = {
      ...{ entryId: transfer, at, lastAt: at, userId: person, targets: [], times: 1, reason: null, ticket: null },
      ...{ requestId: transfer, call: 'listFeedback', message: null, name: null, outcome: { status: 200, code: null } },
    };
    desk.answer('GET /support/audit-log', { success: true, entries: [entry], nextCursor: null });
    await open('/support/feedback');
    await screen.findByText(feedback);
    await userEvent.click(screen.getByRole('link', { name: 'Dead letters' }));
    await screen.findByText('No dead letters');
    await userEvent.click(screen.getByRole('link', { name: 'Audit log' }));
    await screen.findByRole('rowheader', { name: /listFeedback/ });
  });

  it('leads from a request that was searched for to what happened on it', async () => {
    const found = { kind: 'request', id: transfer, userId: person, title: 'Grant', at };
    desk.answer('GET /support/search', { success: true, results: [found] });
    desk.answer('GET /support/accounts', { success: true, accounts: [], nextCursor: null });
    await open('/support');
    await userEvent.type(await screen.findByRole('searchbox'), `${transfer}{Enter}`);
    await screen.findByRole('heading', { name: 'Request', level: 1 });
    expect(addressNow()).toBe(`/support/requests/${transfer}`);
    expect(desk.of(`GET /support/requests/${transfer}`)).toHaveLength(1);
  });
});

describe('the books', () => {
  it('are shown with their sum, at a date and now', async () => {
    const line = { account: 'platform:grants', debits: 40, credits: 0, balance: -40 };
    desk.answer('GET /support/trial-balance', ({ searchParams }) => ({
      ...{ success: true, sum: 0, accounts: searchParams.get('asOf') === '2001-01-01' ? [] : [line] },
    }));
    await open('/support/trial-balance?to=2001-01-01');
    await screen.findByText('Nothing was booked by then');
    await press('Now');
    await screen.findByText('Sum 0. Every token is accounted for.');
  });

  it('are reconciled and verified when asked to', async () => {
    desk.answer('GET /support/reconciliations', { success: true, runs: [], nextCursor: null });
    desk.answer('GET /support/reconciliation', { success: true, ok: true, checkedAt: at, checks: [check] });
    desk.answer('GET /support/ledger/verify', { success: true, ok: true, checked: 1204, recomputed: 4, head });
    await open('/support/reconciliation');
    await screen.findByText('Not run yet');
    await press('Run now');
    await screen.findByRole('row', { name: /each of 7 transfers/ });
    await press('Verify the chain');
    await screen.findByText('Whole: 1,204 events are as they were written.');
  });
});
