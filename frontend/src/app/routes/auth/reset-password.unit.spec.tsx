/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import ResetPasswordPage from './reset-password.page';

beforeEach(() => {
  globalThis.fetch = (async (url: string) => {
    const body = url.includes('validate') ? { valid: true, email: 'a•••@example.com' } : { message: '' };
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
  show('/reset-password?token=secret');
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
