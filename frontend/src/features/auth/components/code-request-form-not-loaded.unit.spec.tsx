/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

// Simulates a chunk that does not load.
jest.unstable_mockModule('../auth-calls', () => {
  throw new Error('Failed to fetch dynamically imported module');
});
const { default: CodeRequestForm } = await import('./code-request-form');

afterEach(cleanup);

// The test also fails on an unhandled rejection.
it('says that it failed once it is to be sent, where what sends it does not come', async () => {
  render(<CodeRequestForm />);
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Request Sign-Up Code' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send request. Please try again.');
});
