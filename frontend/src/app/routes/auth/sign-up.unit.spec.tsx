/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { addressNow, Desk, person, show } from '../../../lib/desk.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import SignUpPage from './sign-up.page';

const signUp = 'POST /users/send';
/** Between the account's creation and the photos, so that the person can read of it. */
const welcomeMs = 1_500;
const complete = {
  ...{ Email: 'ana@example.com', 'Confirm email': 'ana@example.com' },
  ...{ Password: 'Sunlight!', 'Confirm password': 'Sunlight!', 'Phone number (optional)': '+44 20 7946 0000' },
};

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  sessionStore.signOut('logged-out');
  desk = new Desk();
});
afterEach(cleanup);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
function send(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
}

it('names everything that is wrong at once, leads to the first of it, and sends nothing', async () => {
  show(<SignUpPage />, '/signup?code=a-code');
  send({ ...complete, Email: 'ana', Password: 'sunlight', 'Confirm password': 'moonlight' });
  await screen.findByText('Please correct all errors before submitting.');
  for (const problem of [
    'Please enter a valid email address.',
    'Email addresses do not match.',
    'Password must be 8+ characters and include upper, lower, and special characters.',
    'Passwords do not match.',
  ])
    screen.getByText(problem);
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  expect(screen.getByRole('button', { name: 'Sign Up' }).getAttribute('aria-disabled')).toBe('true');
  expect(desk.sent).toEqual([]);
});

describe('a new account', () => {
  beforeEach(async () => {
    await import('../../../features/auth/auth-calls');
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const sendComplete = () => {
    fireEvent.click(screen.getByRole('checkbox'));
    send(complete);
    return pass(1);
  };

  it('is announced before the photos are shown', async () => {
    let answer = (_: object): void => undefined;
    const answered = new Promise<object>((resolve) => {
      answer = resolve;
    });
    globalThis.fetch = (async () => ({
      ...{ ok: true, status: 201, headers: new Map() },
      json: () => answered,
    })) as unknown as typeof fetch;
    show(<SignUpPage />, '/signup?code=a-code');
    await sendComplete();
    screen.getByRole('button', { name: 'Creating Account...' });
    expect(field('Email').closest('fieldset')?.disabled).toBe(true);
    answer({ success: true, token: 'a.b.c', userId: person, hasWelcomeGrant: true });
    await pass(0);
    screen.getByText('Account created successfully. Logging you in...');
    await pass(welcomeMs - 1);
    expect(addressNow()).toBe('/signup?code=a-code');
    await pass(1);
    expect(addressNow()).toBe('/profile');
    expect(sessionStore.current().session).toEqual({ token: 'a.b.c', userId: person });
  });

  it('that is refused without a word is explained in the product’s', async () => {
    desk.answer(signUp, {}, 500);
    show(<SignUpPage />, '/signup?code=a-code');
    await sendComplete();
    screen.getByText('An unexpected error occurred. Check your Signup Code.');
    expect(desk.of(signUp)).toHaveLength(1);
  });
});
