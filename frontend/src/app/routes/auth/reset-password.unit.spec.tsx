/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { press } from '../../../lib/press.fixture.spec';
import ResetPasswordPage, { resetPasswordProblems } from './reset-password.page';

describe('a new password', () => {
  it('has nothing wrong with it when it holds everything and is confirmed', () => {
    expect(resetPasswordProblems({ password: 'Sunlight-7', confirmation: 'Sunlight-7' })).toEqual({});
  });

  it.each([
    [
      '',
      'Password must contain at least 8 characters, an uppercase letter, a lowercase letter, a number, a special character',
    ],
    ['Sunlight!', 'Password must contain a number'],
    ['sunlight7', 'Password must contain an uppercase letter, a special character'],
    ['Sun-7', 'Password must contain at least 8 characters'],
    ['SUNLIGHT-7', 'Password must contain a lowercase letter'],
  ])('names what "%s" lacks', (password, message) => {
    expect(resetPasswordProblems({ password, confirmation: password })).toEqual({ password: message });
  });

  it('says that the confirmation differs', () => {
    expect(resetPasswordProblems({ password: 'Sunlight-7', confirmation: 'Sunlight-8' })).toEqual({
      confirmation: 'Passwords do not match',
    });
  });

  it('takes 128 characters at most', () => {
    const password = `Sunlight-7${'x'.repeat(119)}`;
    expect(resetPasswordProblems({ password, confirmation: password })).toEqual({
      password: 'Passwords have at most 128 characters.',
    });
  });
});

let failures: Record<string, { status: number; body: object } | undefined>;

beforeEach(() => {
  failures = {};
  globalThis.fetch = (async (url: string) => {
    const known = url.endsWith('/validate/the-token-of-the-link');
    const body = url.includes('validate') ? { valid: known, email: 'a•••@example.com' } : { message: '' };
    const failure = failures[url.split('/password-reset/')[1]?.split('/')[0] ?? ''];
    const { status, body: told } = failure ?? { status: 200, body: { success: true, ...body } };
    return { ok: status < 300, status, headers: new Map(), json: async () => told };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ResetPasswordPage />
    </MemoryRouter>,
  );

it('tells that the password was changed where a screen reader listens already', async () => {
  show('/reset-password?token=the-token-of-the-link');
  const password = await screen.findByLabelText('New password');
  const region = screen.getByRole('status');
  await userEvent.type(password, 'Abcdef1!');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'Abcdef1!');
  await userEvent.click(screen.getByRole('button', { name: 'Reset password' }));
  await waitFor(() => expect(region.textContent).toMatch(/^Password successfully reset/));
  screen.getByRole('link', { name: 'Log in' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('keeps the focus on the page when a button goes with what it led away from', async () => {
  show('/reset-password');
  await userEvent.click(screen.getByRole('button', { name: 'Already have a reset link?' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

const brokenDown = { status: 500, body: {} };
const refused = (message: string) => ({
  status: 400,
  body: { success: false, code: 'VALIDATION_FAILED', message, error: message },
});

it('sends a link to an address, and says when it could not', async () => {
  show('/reset-password');
  await userEvent.type(screen.getByLabelText('Email'), 'nobody');
  await press('Send Reset Link');
  await screen.findByText('Please enter a valid email address.');
  await userEvent.type(screen.getByLabelText('Email'), '@example.com');
  failures = { request: brokenDown };
  await press('Send Reset Link');
  await screen.findByText('Failed to send reset link. Please try again later.');
  failures = {};
  await press('Send Reset Link');
  await screen.findByText('If an account exists with this email, you will receive a password reset link shortly.');
});

it.each([
  ['that is none', undefined, 'Invalid or expired password reset link. Please request a new one.'],
  ['that cannot be checked', brokenDown, 'Failed to validate reset link. Please request a new one.'],
])('leads from a link %s to a new one', async (_, failure, words) => {
  failures = { validate: failure };
  show('/reset-password?token=no-such-token');
  await screen.findByText(words);
  await press('Request a new reset link');
  screen.getByRole('button', { name: 'Send Reset Link' });
});

it('names what a new password lacks, and says when it could not be set', async () => {
  show('/reset-password?token=the-token-of-the-link');
  await userEvent.type(await screen.findByLabelText('New password'), 'SUNLIGHT');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'Sunlight-7');
  await press('Reset password');
  await screen.findByText('Password must contain a lowercase letter, a number, a special character');
  screen.getByText('Passwords do not match');
  await userEvent.clear(screen.getByLabelText('New password'));
  await userEvent.type(screen.getByLabelText('New password'), 'Sunlight-7');
  failures = { reset: refused('Not this one.') };
  await press('Reset password');
  await screen.findByText('Not this one.');
  failures = { reset: brokenDown };
  await press('Reset password');
  await screen.findByText('Failed to reset password. Please try again later.');
});

describe('a link that the mail app opened elsewhere', () => {
  const paste = async (text: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Already have a reset link?' }));
    await userEvent.click(screen.getByLabelText('Reset link or its code'));
    await userEvent.paste(text);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  };

  it.each([
    'https://candid.example/reset-password?token=the-token-of-the-link',
    ' <https://candid.example/reset-password?token=the-token-\nof-the-link> ',
    'the-token-of-the-link',
  ])('leads on when pasted as %j', async (text) => {
    show('/reset-password');
    await paste(text);
    await screen.findByText('Choose a new password for a•••@example.com.');
    await screen.findByLabelText('New password');
  });

  it('can be pasted again after a wrong one', async () => {
    show('/reset-password');
    await paste('another-token');
    await userEvent.click(await screen.findByRole('button', { name: 'Request a new reset link' }));
    await paste('another-token');
    await userEvent.click(await screen.findByRole('button', { name: 'Request a new reset link' }));
    await paste('the-token-of-the-link');
    await screen.findByLabelText('New password');
  });

  it('is asked for again when it is none', async () => {
    show('/reset-password');
    await paste('https://candid.example/');
    await screen.findByText('Please paste the whole link from the email.');
    await userEvent.type(screen.getByLabelText('Reset link or its code'), '{Control>}a{/Control}the-token-of-the-link');
    await waitFor(() => expect(screen.queryByText('Please paste the whole link from the email.')).toBeNull());
  });
});
