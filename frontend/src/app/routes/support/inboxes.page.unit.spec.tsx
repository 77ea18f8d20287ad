/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { FeedbackInboxPage } from './inboxes.page';

const reveal = `POST /support/feedback/${transfer}/reveal`;
const message = { feedbackId: transfer, userId: null, email: 'n•••@l•••.example', feedback: 'Help', sentAt: at };

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
  desk.answer(reveal, { success: true, email: 'nina@look.example' });
});
afterEach(cleanup);

async function showInbox(...entries: object[]) {
  desk.answer('GET /support/feedback', { success: true, entries, nextCursor: null });
  show(<FeedbackInboxPage />);
  await screen.findByText(/That is everything/);
}

async function revealFor(reason: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Reveal' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Reveal the email address?' }));
  if (reason) await userEvent.type(dialog.getByLabelText('Reason'), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }));
  return dialog;
}

describe('the address of a message', () => {
  it('is veiled until a reason is given, which is sent', async () => {
    await showInbox(message);
    screen.getByText('n•••@l•••.example');
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
    await showInbox(message);
    const dialog = await revealFor('to answer');
    await dialog.findByText('Only support staff can do this.');
    screen.getByText('n•••@l•••.example');
  });

  it('is not there where nobody left one, and an account is led to', async () => {
    await showInbox({ ...message, userId: person, email: null }, { ...message, feedbackId: person, email: null });
    expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe(`/support/accounts/${person}`);
    screen.getByText('No address left');
  });
});
