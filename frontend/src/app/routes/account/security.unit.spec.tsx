/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { at, Desk, show } from '../../../lib/desk.fixture.spec';
import SecurityPage from './security.page';

const own = { sessionId: '33333333-3333-4333-8333-333333333333', device: null, network: null, isCurrent: true };
const other = {
  sessionId: '44444444-4444-4444-8444-444444444444',
  device: 'Firefox on Linux',
  network: '198.51.100.0/24',
  isCurrent: false,
};

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  desk = new Desk();
  desk.signIn();
  desk.answer('POST /auth/refresh', { success: true, token: 'd.e.f', userId: '11111111-1111-4111-8111-111111111111' });
  const sessions = [own, other].map((session) => ({ ...session, startedAt: at, lastUsedAt: at }));
  desk.answer('GET /account/sessions', { success: true, sessions });
  show(<SecurityPage />, '/account/security');
});
afterEach(cleanup);

describe('the page of password and devices', () => {
  it('logs out another device, and offers no such thing for this one', async () => {
    desk.answer(`DELETE /account/sessions/${other.sessionId}`, { success: true });
    await screen.findByText(/This device/);
    const buttons = screen.getAllByRole('button', { name: /^Log out/ });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
    expect(desk.of('DELETE /account/sessions')).toHaveLength(1);
  });

  it('changes the password, and says which of the two is wrong', async () => {
    desk.refuse('POST /account/password', 'FORBIDDEN', 'Your current password is not right.', 403);
    await userEvent.type(screen.getByLabelText('Current password'), 'Wrong-horse-9');
    await userEvent.type(screen.getByLabelText('New password'), 'better');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/Password must contain/);
    expect(desk.of('POST /account/password')).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('New password'), '-Horse-10');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Your current password is not right.');
    const [sent] = desk.of('POST /account/password');
    expect(sent?.body).toEqual({ currentPassword: 'Wrong-horse-9', newPassword: 'better-Horse-10' });
  });
});
