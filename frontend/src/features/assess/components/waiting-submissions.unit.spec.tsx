/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sessionStore } from '../../../lib/session/session-store';
import { submissionOutbox, type WaitingSubmission } from '../submission-outbox';
import { WaitingSubmissions } from './waiting-submissions';

const refused = (idempotencyKey: string, code: string) =>
  ({ idempotencyKey, refusal: { code, message: '' } }) as WaitingSubmission;

let read: string[];
beforeEach(() => {
  read = [];
  sessionStore.signIn({ token: 't', userId: 'ann' });
  const entries = [refused('a', 'ALREADY_RATED'), refused('b', 'ASSESSMENT_COMPLETE')];
  jest.spyOn(submissionOutbox, 'entriesOf').mockResolvedValue(entries);
  jest.spyOn(submissionOutbox, 'dismiss').mockImplementation(async (key) => void read.push(key));
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it.each([
  ['one that has been read', 0, ['a']],
  ['all of them', 2, ['a', 'b']],
])('leaves the focus on the page when the button goes with %s', async (_which, index, gone) => {
  render(
    <main id="main" tabIndex={-1}>
      <WaitingSubmissions canGoOn />
    </main>,
  );
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(3));
  await userEvent.click(screen.getAllByRole('button')[index]!);
  expect(read).toEqual(gone);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
