/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ProfileGroup } from '../../../features/profile-assessment/api/groups';
import { SubmittedNotice } from './submitted-notice';

afterEach(cleanup);

it('goes on request, and leaves the focus on the page', async () => {
  const state = { evaluationSubmitted: true, groupId: 'group', estimatedTime: 45 };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/profile', state }]}>
      <main id="main" tabIndex={-1}>
        <SubmittedNotice current={{ groupId: 'group', running: true } as ProfileGroup} />
      </main>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
