/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { firstOfLastDays } from '../../../features/support/statement-filters';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { toastStore } from '../../../ui/toast/toast-store';
import { AccountPage } from './account.page';

const statement = `GET /support/accounts/${person}/statement`;
const csv = 'GET /support/statement.csv';
const entry = (number: number) => ({
  ...{ entryId: String(number), account: `user:${person}`, at, recordedAt: at, code: 'grant', amount: 1 },
  ...{ balance: number, transferId: transfer, cause: transfer, assessmentIds: number === 1 ? [] : [transfer] },
});
const account = {
  ...{ userId: person, email: 'r•••@p•••.example', roles: ['user'], createdAt: at },
  ...{ deletionRequestedAt: null, eraseAt: null, emailBouncedAt: null, balance: 3, held: 0, available: 3 },
};

const activity = {
  assessments: [{ photoAssessmentId: transfer, photos: 2, ratings: 3, limit: 8, since: at, isHeld: true }],
  profiles: [],
  standing: { userId: person, standing: 'warned', signal: 'hurried', since: at, appeal: null, appealedAt: null },
  cases: [{ caseId: transfer, kind: 'photo', status: 'open', openedAt: at, isHeld: true }],
  sessions: [{ device: 'Firefox on Windows', network: null, startedAt: at, lastUsedAt: at }],
  mails: [{ kind: 'password-reset', at, state: 'failed' }],
};

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  desk = new Desk();
  desk.signIn({ roles: ['user', 'support'] });
  const details = { account, holds: [], escrows: [], totals: [{ code: 'grant', count: 3, amount: 3 }], aloneLeft: 200 };
  desk.answer(`GET /support/accounts/${person}`, { success: true, ...details });
  desk.answer(`GET /support/accounts/${person}/statement`, pageOf);
  desk.answer(`GET /support/accounts/${person}/activity`, { success: true, ...activity });
  desk.answer(`GET /support/accounts/${person}/linked-accounts`, { success: true, groups: [] });
});
afterEach(cleanup);

/** Answers with two rows for the first page and one row for the next. */
function pageOf({ searchParams }: URL) {
  const isFirst = searchParams.get('cursor') === null;
  return { success: true, entries: (isFirst ? [3, 2] : [1]).map(entry), nextCursor: isFirst ? 'next' : null };
}

async function showAt(search = '') {
  show(<AccountPage id={person} />, `/support/accounts/${person}${search}`);
  await screen.findByText('2 rows.');
}

const rows = () => screen.getAllByRole('row', { name: /Given by support|Welcome tokens/ });

it('says in one line whose account it is, and C leads to its correction', async () => {
  await showAt();
  const line = screen.getByText(person).closest('dl');
  expect(line?.textContent).toMatch(/r•••@p•••\.example.*Reveal.*11111111-.*Active/);
  await userEvent.keyboard('c');
  expect(addressNow()).toBe(`/support/accounts/${person}/correct`);
});

it('says that mails to the account come back', async () => {
  const details = { holds: [], escrows: [], totals: [], aloneLeft: 200 };
  const bounced = { ...account, emailBouncedAt: '2026-03-01T10:00:00.000Z' };
  desk.answer(`GET /support/accounts/${person}`, { success: true, account: bounced, ...details });
  await showAt();
  expect(screen.getByText(person).closest('dl')?.textContent).toContain('ActiveEmails come back since 01/03/26');
});

it('shows what runs on the account below its money', async () => {
  await showAt();
  const part = async (name: string) => within(await screen.findByRole('region', { name })).getAllByRole('row')[1]!;
  expect((await part('Running')).textContent).toMatch(/2 photos.*3 of 8.*Paused/);
  expect((await part('Moderation cases')).textContent).toMatch(/A photo.*Open.*Photo hidden/);
  expect((await part('Emails of the last 30 days')).textContent).toMatch(/Password reset.*Not sent/);
  expect((await part('Where the person is logged in')).textContent).toMatch(/Firefox on Windows.*Not known/);
  screen.getByText(/Warned as an assessor. They hurried./);
  const order = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(order.slice(0, 4)).toEqual(['Why is the balance 3?', 'Was a refund made?', 'Statement', 'Running']);
});

it('counts above the money what runs below it, and leads there', async () => {
  await showAt();
  const line = within(screen.getByText(person).closest('dl')!);
  const links = await waitFor(() => line.getAllByRole('link'));
  const texts = ['Warned', 'Running 1', 'Cases 1', 'Emails 1', 'Log-ins 1'];
  expect(links.map(({ textContent }) => textContent)).toEqual(texts);
  const targets = links.map((link) => document.querySelector(link.getAttribute('href')!)?.textContent);
  expect(targets).toEqual(
    [/^Warned/, /^Running/, /^Moderation cases/, /^Emails/, /^Where the/].map((words) => expect.stringMatching(words)),
  );
});

it('says why the balance is what it is, and that no refund was made', async () => {
  await showAt();
  const reasons = within(screen.getByRole('region', { name: 'Why is the balance 3?' }));
  expect(reasons.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Grant3 ×+3', 'Sum3']);
  screen.getByText(/^No refund is booked\./);
  const figures = within(rows()[0]!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(figures.slice(1)).toEqual(['', '+1', '3']);
});

it('shows the address for a reason, which is sent', async () => {
  const reveal = `POST /support/accounts/${person}/reveal`;
  desk.answer(reveal, { success: true, email: 'rita@people.example' });
  await showAt();
  await userEvent.click(screen.getByRole('button', { name: 'Reveal' }));
  const dialog = within(screen.getByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'they wrote');
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }));
  await screen.findByText('rita@people.example');
  expect(desk.of(reveal).map(({ body }) => body)).toEqual([{ reason: 'they wrote' }]);
});

describe('the statement of an account', () => {
  it('grows by a page, and says once it is all there', async () => {
    await showAt();
    expect(rows()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    const end = await screen.findByText('3 rows. That is everything.');
    expect(rows()).toHaveLength(3);
    expect(document.activeElement).toBe(end);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(desk.of(`${statement}?limit=50&cursor=next`)).toHaveLength(1);
  });

  it('leads from an entry to its assessment, and counts those of a start', async () => {
    const [one, several, none] = [entry(4), { ...entry(3), assessmentIds: [person, transfer] }, entry(1)];
    desk.answer(statement, { success: true, entries: [one, several, none], nextCursor: null });
    show(<AccountPage id={person} />, `/support/accounts/${person}`);
    await screen.findByText('3 rows. That is everything.');
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === `/support?q=${transfer}`);
    expect(links).toHaveLength(1);
    const texts = rows().map(({ textContent }) => /Assessment|2 assessments/.exec(textContent ?? '')?.[0]);
    expect(texts).toEqual(['Assessment', '2 assessments', undefined]);
  });

  it('keeps its rows where the next page does not come, and asks again', async () => {
    await showAt();
    desk.answer(statement, {}, 500);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('The statement could not be loaded.');
    expect(rows()).toHaveLength(2);
    desk.answer(statement, pageOf);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('3 rows. That is everything.');
  });

  it('is filtered by what the address says, and puts there what is chosen', async () => {
    await showAt('?code=reward&from=nonsense');
    expect(desk.of(`${statement}?limit=50&code=reward`)).toHaveLength(1);
    await userEvent.selectOptions(screen.getByLabelText('Code'), 'Grant');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(desk.of(`${statement}?limit=50&code=grant&from=2026-11-01`)).toHaveLength(1));
    expect(addressNow()).toBe(`/support/accounts/${person}?code=grant&from=2026-11-01`);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(addressNow()).toBe(`/support/accounts/${person}`));
  });

  it('is narrowed to the last days by one press', async () => {
    await showAt('?to=2026-11-01');
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    const from = firstOfLastDays(7);
    await waitFor(() => expect(addressNow()).toBe(`/support/accounts/${person}?from=${from}`));
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('7 days');
  });

  it('is exported with its filters, and says why it is not', async () => {
    desk.refuse(csv, 'UNAVAILABLE', 'Please try again in a moment.', 503);
    await showAt('?code=grant');
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(toastStore.current()?.text).toBe('Please try again in a moment.'));
    const [{ url } = { url: '' }] = desk.of(csv);
    expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual({ userId: person, code: 'grant' });
  });
});
