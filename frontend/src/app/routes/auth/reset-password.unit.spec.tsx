/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import ResetPasswordPage from './reset-password.page';

beforeEach(() => {
  globalThis.fetch = (async (url: string) => {
    const known = url.endsWith('/validate/the-token-of-the-link');
    const body = url.includes('validate') ? { valid: known, email: 'a•••@example.com' } : { message: '' };
    return { ok: true, status: 200, headers: new Map(), json: async () => ({ success: true, ...body }) };
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
