/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Correction } from '../../../features/support/components/corrections';
import type { AccountDetails } from '../../../features/support/components/values';
import { at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { press } from '../../../lib/press.fixture.spec';
import { CorrectionForm } from './corrections.page';

const call = 'POST /support/corrections';
const account = { userId: person, email: 'r•••@p•••.example', available: 40 };
const waiting = {
  ...{ correctionId: transfer, userId: person, amount: 60, reason: 'Paid twice', ticket: null, corrects: null },
  ...{ state: 'waiting', requestedBy: transfer, requestedAt: at, transferId: null },
  ...{ decidedBy: null, decidedAt: null, decisionReason: null },
};

let desk: Desk;
let done: Correction[];
beforeEach(() => {
  desk = new Desk();
  done = [];
  desk.answer(call, { success: true, correction: waiting }, 201);
});
afterEach(cleanup);

async function review(tokens: string, { take = false, corrects }: { take?: boolean; corrects?: string } = {}) {
  const details = { account, aloneLeft: 50 } as AccountDetails;
  show(<CorrectionForm details={details} corrects={corrects} onDone={(correction) => done.push(correction)} />);
  if (take) await userEvent.click(screen.getByText('Take back'));
  await userEvent.type(screen.getByLabelText('Tokens'), tokens);
  await userEvent.type(screen.getByLabelText('Reason'), ' Paid twice ');
  await press('Review');
}

describe('a correction', () => {
  it('asks for a number and a reason before it asks anybody else', async () => {
    show(<CorrectionForm details={{ account, aloneLeft: 50 } as AccountDetails} onDone={() => undefined} />);
    await press('Review');
    await screen.findByText('Enter a whole number from 1 to 100,000.');
    screen.getByText('Please say why, in up to 500 characters.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(desk.sent).toEqual([]);
  });

  it.each([
    [50, 'You can book up to 50 on your own right now. More, up to 100,000, needs a second person.'],
    [999_600, 'You can book up to 100,000 on your own right now.'],
  ])('says how much of %s tokens one person can book', (aloneLeft, words) => {
    show(<CorrectionForm details={{ account, aloneLeft } as AccountDetails} onDone={() => undefined} />);
    screen.getByText(words);
  });

  it('is booked at once within what is left to one person', async () => {
    await review('50', { take: true, corrects: transfer });
    screen.getByText('The account does not have that many tokens, so the ledger will reject this.');
    screen.getByText(/^The entry stays in the statement/);
    await press('Book it');
    await waitFor(() => expect(done).toHaveLength(1));
    const [sent] = desk.of(call);
    expect(sent?.body).toEqual({ userId: person, amount: -50, corrects: transfer, reason: 'Paid twice' });
    expect(sent?.headers['idempotency-key']).toMatch(/./);
  });

  it('says that a second person has to approve it where it is more than that', async () => {
    await review('51');
    screen.getByText('The available tokens go from 40 to 91.');
    screen.getByText(/^You can book only 50 tokens on your own now/);
    expect(screen.queryByRole('button', { name: 'Book it' })).toBeNull();
    await press('Ask for it');
    await waitFor(() => expect(done).toMatchObject([{ state: 'waiting' }]));
  });

  it('stays open with the server’s reason where it is refused', async () => {
    desk.refuse(call, 'CONFLICT', 'That would take the account below zero.');
    await review('41', { take: true });
    await press('Book it');
    expect((await screen.findByRole('alert')).textContent).toBe('That would take the account below zero.');
    expect(done).toEqual([]);
    await press('Cancel');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
