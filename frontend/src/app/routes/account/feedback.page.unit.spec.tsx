/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { sessionStore } from '../../../lib/session/session-store';
import FeedbackPage from './feedback.page';

const refusal = {
  ...{ success: false, code: 'VALIDATION_FAILED', message: 'Check what you sent.', error: 'Check what you sent.' },
  details: [{ field: 'email', message: 'This address takes no mail.' }],
};

beforeEach(() => {
  sessionStore.signOut('logged-out');
  globalThis.fetch = (async () => ({
    ...{ ok: false, status: 400, headers: new Map() },
    json: async () => refusal,
  })) as unknown as typeof fetch;
  // A visitor has no query cache.
  render(
    <MemoryRouter initialEntries={['/feedback?about=content']}>
      <FeedbackPage />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const fill = async () => {
  await userEvent.selectOptions(field('What is it about?'), 'Something else');
  await userEvent.type(field('Where is it?'), 'On the start page');
  await userEvent.type(field(/^Why does it break/), 'It is an advertisement.');
  await userEvent.type(field('Your name'), 'Ann');
  await userEvent.type(field('Your email'), 'ann@people.example');
  await userEvent.click(screen.getByRole('checkbox'));
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));

it('keeps what was typed while another tab is shown', async () => {
  await userEvent.type(field('Where is it?'), 'On the start page');
  await userEvent.click(screen.getByRole('tab', { name: 'Feedback' }));
  expect(screen.queryByRole('textbox', { name: 'Where is it?' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Report content' }));
  expect(field('Where is it?').value).toBe('On the start page');
});

it('leads to the first field that is missing', async () => {
  await send();
  await waitFor(() => expect(document.activeElement).toBe(field('What is it about?')));
});

it('marks the field that the server refuses', async () => {
  await fill();
  await send();
  await screen.findByText('This address takes no mail.');
  expect(field('Your email').getAttribute('aria-invalid')).toBe('true');
  expect(field('Where is it?').value).toBe('On the start page');
  screen.getByText('Please correct the marked fields.');
});
