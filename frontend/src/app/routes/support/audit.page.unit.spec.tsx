/** @jest-environment jsdom */
import { isForStaff, ROUTES, secondFactorRoutes } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { supportAuditTexts } from '../../../lib/texts/support-audit';
import { AuditLogPage } from './audit.page';

afterEach(cleanup);

let made = 0;
function nextId() {
  made += 1;
  return `33333333-3333-4333-8333-${String(made).padStart(12, '0')}`;
}
const entry = (call: string, more: object = {}) => ({
  ...{ entryId: nextId(), at, lastAt: at, userId: person, name: 'kim', call, message: null, targets: [] },
  ...{ reason: null, ticket: null, requestId: transfer, times: 1, outcome: { status: 200, code: null }, ...more },
});

it('has words for each call of staff and for each change of their second factors', () => {
  const { getSecondFactor: _, ...changes } = secondFactorRoutes;
  const ofFactors = ['logIn', 'useRecoveryCode', 'resetSecondFactor', ...Object.keys(changes)];
  const ofStaff = ROUTES.filter(({ audience }) => isForStaff(audience)).map(({ id }) => id);
  expect([...ofStaff, ...ofFactors].filter((call) => !supportAuditTexts.calls[call])).toEqual([]);
});

it('names who did what in words, folds reads of lists in a row, and shows one person when asked', async () => {
  const desk = new Desk();
  const own = [entry('listFeedback'), entry('listCorrections'), entry('listFeedback')];
  const lookup = entry('findAccounts', { reason: 'they wrote' });
  const refused = entry('grant', { userId: transfer, name: null, outcome: { status: 403, code: 'FORBIDDEN' } });
  desk.answer('GET /support/audit-log', ({ searchParams }) => ({
    ...{ success: true, nextCursor: null },
    entries: searchParams.get('by') === person ? [lookup] : [...own, lookup, entry('listFeedback'), refused],
  }));
  show(<AuditLogPage />, '/support/audit-log');
  await screen.findByText('Looked at lists, 3 reads');
  const texts = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Looked at lists, 3 reads',
    'Searched for an accountfindAccounts',
    'Looked at the messageslistFeedback',
    'Not done: gave tokensgrant',
  ]);
  expect(screen.getAllByRole('link', { name: 'kim' })).toHaveLength(3);
  await userEvent.selectOptions(screen.getByLabelText('Who'), 'kim');
  expect(addressNow()).toBe(`/support/audit-log?by=${person}`);
  await screen.findByText(/^1 row\./);
});

it('loads further entries by itself while folded reads leave few rows', async () => {
  const desk = new Desk();
  desk.answer('GET /support/audit-log', ({ searchParams }) => ({
    ...{ success: true, nextCursor: searchParams.get('cursor') ? null : 'next' },
    entries: searchParams.get('cursor') ? [entry('grant')] : [entry('listFeedback'), entry('listCorrections')],
  }));
  show(<AuditLogPage />, '/support/audit-log');
  await screen.findByText('Gave tokens');
  screen.getByText('Looked at lists, 2 reads');
});
