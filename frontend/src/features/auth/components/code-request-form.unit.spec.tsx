/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CodeSentContext } from '../code-sent';
import CodeRequestForm from './code-request-form';

let answer: { status: number; body: object };

beforeEach(() => {
  answer = { status: 200, body: { success: true, message: '' } };
  globalThis.fetch = (async () => {
    const { status, body } = answer;
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

async function send() {
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Request Sign-Up Code' }));
}

it('tells that the code is on its way, and where, in a region that a screen reader knows already', async () => {
  render(<CodeRequestForm />);
  const region = screen.getByRole('status');
  await send();
  await waitFor(() =>
    expect([...region.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Your 1-time Sign-Up Code will arrive shortly.',
      'We send it to ann@example.com. If you do not see it there, look in the spam folder. If you ask again, we say whether it came back.',
    ]),
  );
});

it('hands the main act over to its page once a code is sent', async () => {
  let codesSent = 0;
  render(
    <CodeSentContext value={() => (codesSent += 1)}>
      <CodeRequestForm />
    </CodeSentContext>,
  );
  expect(screen.getByRole('button').className).toContain('bg-accent');
  await send();
  const again = await screen.findByRole('button', { name: 'Send again in 30 s' });
  expect(again.className).not.toContain('bg-accent');
  expect(codesSent).toBe(1);
});

it('sends again after half a minute, or at once to another address', async () => {
  await import('../auth-calls');
  jest.useFakeTimers();
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const answers = jest.spyOn(globalThis, 'fetch');
  const enter = (value: string) => fireEvent.change(screen.getByLabelText('Email'), { target: { value } });
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(1);
  };
  try {
    render(<CodeRequestForm />);
    enter('ann@example.com');
    await press('Request Sign-Up Code');
    await press('Send again in 30 s');
    expect(answers).toHaveBeenCalledTimes(1);
    enter('anna@example.com');
    screen.getByRole('button', { name: 'Request Sign-Up Code' });
    enter('ann@example.com');
    for (let second = 0; second < 30; second += 1) await pass(1_000);
    await press('Send again');
    expect(answers).toHaveBeenCalledTimes(2);
  } finally {
    jest.useRealTimers();
  }
});

it('interrupts with what went wrong', async () => {
  const message = 'Too many codes were asked for.';
  answer = { status: 429, body: { success: false, code: 'RATE_LIMITED', message, error: message } };
  render(<CodeRequestForm />);
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

it.each([
  ['the server’s words', { success: false, code: 'INTERNAL', message: 'Not now.', error: 'Not now.' }, 'Not now.'],
  ['its own words where the server says nothing', {}, 'Failed to send request. Please try again.'],
])('says in %s that it failed', async (_, body, words) => {
  answer = { status: 500, body };
  render(<CodeRequestForm />);
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

it('leads back to an address that is none, and sends nothing', async () => {
  let sent = 0;
  globalThis.fetch = (async () => (sent += 1)) as unknown as typeof fetch;
  render(<CodeRequestForm />);
  await userEvent.type(screen.getByLabelText('Email'), 'not an address');
  await userEvent.click(screen.getByRole('button', { name: 'Request Sign-Up Code' }));
  await screen.findByText('Please enter a valid email address.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(sent).toBe(0);
});
