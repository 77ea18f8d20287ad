/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { SubmittedNotice } from './submitted-notice';

afterEach(cleanup);

it('goes on request, and leaves the focus on the page', async () => {
  const state = { evaluationSubmitted: true, groupId: 'round', estimatedTime: 45 };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/profile', state }]}>
      <main id="main" tabIndex={-1}>
        <SubmittedNotice current={{ groupId: 'round', running: true } as ProfileRound} />
      </main>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
