/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import UnsubscribePage from './unsubscribe.page';

const methods: (string | undefined)[] = [];
let isValid = true;
beforeEach(() => {
  methods.length = 0;
  globalThis.fetch = (async (_url: string, init?: RequestInit) => {
    methods.push(init?.method);
    const json = { success: true, valid: isValid, ...(isValid && { mail: 'results' }), message: '' };
    return { ok: true, status: 200, headers: new Map(), json: async () => json };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <UnsubscribePage />
    </MemoryRouter>,
  );

it('names the kind of mail, and stops it when the button is pressed and not before', async () => {
  isValid = true;
  show('/unsubscribe?token=secret');
  await screen.findByText(/You get “Results” emails/);
  expect(methods).toEqual(['GET']);
  const region = screen.getByRole('status');
  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }));
  await waitFor(() => expect(region.textContent).toMatch(/^Done. You will get no more “Results” emails/));
  expect(methods).toEqual(['GET', 'POST']);
});

it('says that a link is not valid', async () => {
  isValid = false;
  show('/unsubscribe?token=made-up');
  await screen.findByText(/This link is not valid/);
  expect(screen.queryByRole('button')).toBeNull();
});
