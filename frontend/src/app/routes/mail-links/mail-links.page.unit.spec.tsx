/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ConfirmNoticePage, UnsubscribePage } from './mail-links.page';

describe('unsubscribe', () => {
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
});

describe('confirm notice', () => {
  const sent: unknown[] = [];
  beforeEach(() => {
    sent.length = 0;
    globalThis.fetch = (async (_url: string, init?: RequestInit) => {
      sent.push(JSON.parse(String(init?.body)));
      return { ok: true, status: 200, headers: new Map(), json: async () => ({ success: true }) };
    }) as unknown as typeof fetch;
  });
  afterEach(cleanup);

  it('confirms the notice of the link when the button is pressed and not before', async () => {
    render(
      <MemoryRouter initialEntries={['/confirm-notice?token=secret']}>
        <ConfirmNoticePage />
      </MemoryRouter>,
    );
    const button = screen.getByRole('button', { name: 'Confirm my report' });
    expect(sent).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Thank you. Your report is confirmed.'));
    expect(sent).toEqual([{ token: 'secret' }]);
  });
});
