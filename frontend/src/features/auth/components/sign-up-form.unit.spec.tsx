/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { press } from '../../../lib/press.fixture.spec';
import { LogInForm } from './log-in-form';
import { SignUpForm } from './sign-up-form';

const expired = 'This Sign-Up Code is not valid for this email address. Please request a new one.';
let calls: { path: string; body: Record<string, unknown> }[];

beforeEach(() => {
  calls = [];
  globalThis.fetch = (async (url: string, { body }: RequestInit) => {
    const path = url.replace(/^.*\/api/, '');
    const sent = JSON.parse(String(body)) as Record<string, unknown>;
    calls.push({ path, body: sent });
    const answer = answerTo(path, sent);
    const ok = answer['success'] === true;
    return { ok, status: ok ? 201 : 400, headers: new Map(), json: async () => answer };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

function answerTo(path: string, { signupCode }: Record<string, unknown>): Record<string, unknown> {
  if (path === '/request-signup-code') return { success: true, message: '' };
  if (path === '/login') return { success: false, code: 'UNAUTHENTICATED', message: 'No.', error: 'No.' };
  if (signupCode !== 'new-code')
    return { success: false, code: 'SIGNUP_CODE_INVALID', message: expired, error: expired };
  return { success: true, token: 'a', userId: '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10', hasWelcomeGrant: true };
}

async function fill() {
  const fields = { Email: 'ann@example.com', 'Confirm email': 'ann@example.com' };
  const passwords = { Password: 'Sunlight!', 'Confirm password': 'Sunlight!' };
  for (const [label, text] of Object.entries({ ...fields, ...passwords })) {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole('checkbox'));
}

it('shows the code of an expired link and leads to a new one', async () => {
  const onSignedUp = jest.fn();
  render(
    <MemoryRouter>
      <SignUpForm codeFromLink="old-code" onSignedUp={onSignedUp} />
    </MemoryRouter>,
  );
  expect(screen.queryByLabelText('Sign-Up Code')).toBeNull();
  await fill();
  await press('Sign Up');
  await screen.findByText(expired);
  const code = screen.getByLabelText<HTMLInputElement>('Sign-Up Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.value).toBe('old-code');

  await press('Send me a new code');
  await screen.findByText('A new Sign-Up Code is on its way to ann@example.com. Older codes no longer work.');
  expect(calls.at(-1)).toEqual({ path: '/request-signup-code', body: { email: 'ann@example.com' } });
  expect(code.value).toBe('');
  expect(screen.queryByText(expired)).toBeNull();

  await userEvent.type(code, 'new-code');
  await press('Sign Up');
  await waitFor(() => expect(onSignedUp).toHaveBeenCalled());
});

it('takes a summary and the error of a confirmation away once its other field is corrected', async () => {
  render(
    <MemoryRouter>
      <SignUpForm codeFromLink="a-code" onSignedUp={() => undefined} />
    </MemoryRouter>,
  );
  const summary = 'Please correct all errors before submitting.';
  await userEvent.type(screen.getByLabelText('Confirm email'), 'ann@example.com');
  await press('Sign Up');
  await screen.findByText(summary);
  await screen.findByText('Email addresses do not match.');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  expect(screen.queryByText(summary)).toBeNull();
  expect(screen.queryByText('Email addresses do not match.')).toBeNull();
});

it('takes a failed log-in away once a field is corrected', async () => {
  render(
    <MemoryRouter>
      <LogInForm onLoggedIn={() => undefined} />
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await press('Submit');
  await screen.findByText('Please provide a password');
  await userEvent.type(screen.getByLabelText('Password'), 'x');
  expect(screen.queryByText('Please provide a password')).toBeNull();
  await press('Submit');
  await screen.findByText('failed to log in');
  await userEvent.type(screen.getByLabelText('Password'), 'y');
  expect(screen.queryByText('failed to log in')).toBeNull();
});
