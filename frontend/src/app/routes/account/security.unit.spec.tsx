/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { at, Desk, show } from '../../../lib/desk.fixture.spec';
import OwnSecondFactorPage from './second-factor.page';
import SecurityPage from './security.page';

const own = { sessionId: '33333333-3333-4333-8333-333333333333', device: null, network: null, isCurrent: true };
const other = {
  sessionId: '44444444-4444-4444-8444-444444444444',
  device: 'Firefox on Linux',
  network: '198.51.100.0/24',
  isCurrent: false,
};

const off = { success: true, isRequired: false, confirmedAt: null, recoveryCodesLeft: 0, staffRoles: [] };

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  desk = new Desk();
  desk.signIn();
  desk.answer('POST /auth/refresh', { success: true, token: 'd.e.f', userId: '11111111-1111-4111-8111-111111111111' });
  const sessions = [own, other].map((session) => ({ ...session, startedAt: at, lastUsedAt: at }));
  desk.answer('GET /account/sessions', { success: true, sessions });
  desk.answer('GET /account/second-factor', off);
  show(<SecurityPage />, '/account/security');
});
afterEach(cleanup);

it('a second factor in use is turned off with a code of it', async () => {
  cleanup();
  desk.answer('GET /account/second-factor', { ...off, confirmedAt: at, recoveryCodesLeft: 9 });
  desk.answer('DELETE /account/second-factor', { success: true });
  show(<OwnSecondFactorPage />, '/account/second-factor');
  const section = within(await screen.findByRole('region', { name: 'Turn it off' }));
  desk.answer('GET /account/second-factor', off);
  await userEvent.type(section.getByLabelText('Authenticator code or recovery code'), 'abcde-fghjk');
  await userEvent.click(section.getByRole('button', { name: 'Turn off the second factor' }));
  await screen.findByRole('button', { name: 'Begin' });
  expect(desk.of('DELETE /account/second-factor')[0]?.body).toEqual({ secondFactor: 'abcde-fghjk' });
});

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

  it('leads to the second factor, which is off at first', async () => {
    await screen.findByText('Off. Your password alone opens your account.');
    expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe('/account/second-factor');
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
