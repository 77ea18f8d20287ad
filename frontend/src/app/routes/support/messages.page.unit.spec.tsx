/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { FeedbackInboxPage, MessagePage } from './messages.page';

const reveal = `POST /support/feedback/${transfer}/reveal`;
const send = `POST /support/feedback/${transfer}/answer`;
const message = {
  ...{ feedbackId: transfer, userId: null, isLoggedIn: false, email: 'n•••@l•••.example', subject: null },
  ...{ feedback: 'Help', sentAt: at, answer: null },
};
const account = {
  ...{ userId: person, email: 'n•••@l•••.example', roles: ['user'], createdAt: at, deletionRequestedAt: null },
  ...{ eraseAt: null, emailBouncedAt: null, balance: 40, held: 0, available: 40 },
};

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
  desk.answer(reveal, { success: true, email: 'nina@look.example' });
  const details = { account, holds: [], totals: [], escrows: [], aloneLeft: 30 };
  desk.answer(`GET /support/accounts/${person}`, { success: true, ...details });
});
afterEach(cleanup);

async function showMessage(more: object = {}) {
  desk.answer(`GET /support/feedback/${transfer}`, { success: true, entry: { ...message, ...more } });
  show(<MessagePage id={transfer} />, `/support/feedback/${transfer}`);
  await screen.findByText('Help');
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

async function revealFor(reason: string) {
  await press('Reveal');
  const dialog = within(screen.getByRole('alertdialog', { name: 'Reveal the email address?' }));
  if (reason) await userEvent.type(dialog.getByLabelText('Reason'), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }));
  return dialog;
}

describe('the address of a message', () => {
  it('is veiled until a reason is given, which is sent', async () => {
    await showMessage();
    const dialog = await revealFor('');
    dialog.getByText('Please say why, in up to 500 characters.');
    expect(desk.of(reveal)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Reason'), 'to answer');
    await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }));
    await screen.findByText('nina@look.example');
    expect(desk.of(reveal).map(({ body }) => body)).toEqual([{ reason: 'to answer' }]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('stays veiled where the server refuses, with its words', async () => {
    desk.refuse(reveal, 'FORBIDDEN', 'Only support staff can do this.', 403);
    await showMessage();
    const dialog = await revealFor('to answer');
    await dialog.findByText('Only support staff can do this.');
    screen.getByText('n•••@l•••.example');
  });

  it('is not there where nobody left one, and the message can only be closed', async () => {
    desk.answer(send, { success: true, entry: message });
    await showMessage({ email: null });
    screen.getByText('No address left');
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    await press('Close without an answer');
    await waitFor(() => expect(desk.of(send).map(({ body }) => body)).toEqual([{ text: '' }]));
  });
});

describe('an answer', () => {
  it('begins with a template, carries a passkey and tokens, and leads back to the inbox', async () => {
    desk.answer(send, { success: true, entry: message });
    await showMessage({ userId: person, isLoggedIn: true });
    await screen.findByText('You can give this account up to 30 on your own right now.');
    await userEvent.selectOptions(field('Template'), 'A passkey');
    expect(field('Attach a personal passkey').checked).toBe(true);
    screen.getByRole('option', { name: 'A passkey', selected: true });
    await userEvent.type(field('Tokens to give (if any)'), '31');
    await press('Send the answer');
    expect(desk.of(send)).toEqual([]);
    await userEvent.clear(field('Tokens to give (if any)'));
    await userEvent.type(field('Tokens to give (if any)'), '30');
    await press('Send the answer');
    const text = expect.stringContaining('Your personal passkey is attached.');
    expect(desk.of(send).map(({ body }) => body)).toEqual([{ text, passkey: true, tokens: 30 }]);
    await waitFor(() => expect(addressNow()).toBe('/support/feedback'));
  });

  it('to a request for a passkey can refuse it by a template', async () => {
    await showMessage({ userId: person, isLoggedIn: true, subject: 'passkey' });
    await userEvent.selectOptions(field('Template'), 'A passkey');
    await userEvent.selectOptions(field('Template'), 'No passkey now');
    expect(field('Attach a personal passkey').checked).toBe(false);
    expect(field('Your answer').value).toMatch(
      /^Thank you for wanting to assess photos\. We cannot give you a passkey/,
    );
  });

  it('keeps what is typed when a colleague was first, and shows their answer when asked', async () => {
    desk.refuse(send, 'CONFLICT', 'A colleague has answered this message already.');
    await showMessage();
    await press('Send the answer');
    screen.getByText('Please write an answer.');
    await userEvent.type(field('Your answer'), 'My words');
    await press('Send the answer');
    await screen.findByText('A colleague has answered this message already.');
    expect(field('Your answer').value).toBe('My words');
    const answer = { at, by: person, text: 'Their words', tokens: null, passkey: null };
    desk.answer(`GET /support/feedback/${transfer}`, { success: true, entry: { ...message, answer } });
    await press('See the message now');
    await screen.findByText('Their words');
  });

  it('offers neither passkey nor tokens to a sender without an account, nor a passkey to an assessor', async () => {
    await showMessage();
    screen.getByText(/^Sent without a log-in/);
    expect(screen.queryByLabelText('Tokens to give (if any)')).toBeNull();
    for (const name of ['A passkey', 'Free tokens']) expect(screen.queryByRole('option', { name })).toBeNull();
    cleanup();
    const assessor = { ...account, roles: ['user', 'assessor'] };
    desk.answer(`GET /support/accounts/${person}`, {
      ...{ success: true, account: assessor, holds: [], totals: [], escrows: [], aloneLeft: 30 },
    });
    await showMessage({ userId: person });
    await screen.findByText(/is an assessor already/);
    expect(screen.queryByLabelText('Attach a personal passkey')).toBeNull();
    expect(screen.queryByRole('option', { name: 'A passkey' })).toBeNull();
  });
});

it('lists open messages, and the answered ones when asked', async () => {
  desk.answer('GET /support/feedback', (url) => ({
    ...{ success: true, nextCursor: null, open: 1 },
    entries:
      url.searchParams.get('state') === 'open' ? [message] : [{ ...message, feedback: 'Old', subject: 'tokens' }],
  }));
  show(<FeedbackInboxPage />, '/support/feedback');
  const link = await screen.findByRole('link', { name: 'Help' });
  expect(link.getAttribute('href')).toBe(`/support/feedback/${transfer}`);
  await userEvent.click(screen.getByRole('radio', { name: 'Answered' }));
  await screen.findByRole('link', { name: 'Old' });
  screen.getByText('Asks for tokens');
  expect(addressNow()).toBe('/support/feedback?state=answered');
});
