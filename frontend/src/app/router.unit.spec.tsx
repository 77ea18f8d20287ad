/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { addressNow, Desk, person, show, userWith } from '../lib/desk.fixture.spec';
import { sessionStore } from '../lib/session/session-store';
import { AppRoutes } from './router';

const takeLanguage = jest.fn(async (_language: string, _load: () => void) => undefined);
jest.unstable_mockModule('../lib/language/take-language', () => ({ takeLanguage }));

let desk: Desk;
beforeEach(() => {
  takeLanguage.mockClear();
  window.scrollTo = () => undefined;
  Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
  sessionStore.signOut('logged-out');
  desk = new Desk();
});
afterEach(cleanup);

const open = (path: string) =>
  act(async () =>
    show(
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>,
      path,
    ),
  );

describe('a visitor', () => {
  it.each([
    ...['/', '/profile', '/feed', '/approve', '/pay', '/compare', '/test', '/navbar', '/support'],
    ...['/account', '/account/statement', '/account/decisions', '/account/preferences', '/account/security'],
    ...['/account/second-factor', '/account/your-data'],
  ])('is led from %s to the log-in', async (path) => {
    await open(path);
    await screen.findByRole('heading', { name: 'Log in' });
    expect(addressNow()).toBe('/login');
  });

  it('reads the goodbye after the deletion of the account', async () => {
    sessionStore.signIn({ token: 'token', userId: person });
    sessionStore.forgetPerson(person, '2026-12-29T00:00:00.000Z');
    await open('/account/your-data');
    await screen.findByText(/^Your account and photos are deleted\./);
    expect(addressNow()).toBe('/landing');
  });

  it('reads the terms', async () => {
    await open('/terms-of-service');
    await screen.findByText('Effective October 2025');
    const text = screen.getByRole('main').textContent;
    for (const term of [
      '18 or older',
      'within 30 days',
      'English law',
      'capped at 100 pounds/dollars',
      'Payments are not refunded',
    ])
      expect(text).toContain(term);
  });

  it('reads the privacy policy', async () => {
    await open('/privacy-policy');
    await screen.findByText('Effective October 2025');
    const text = screen.getByRole('main').textContent;
    for (const term of ['18 or older', 'within 30 days']) expect(text).toContain(term);
  });

  it('finds nothing at an address that does not exist', async () => {
    await open('/no/such/page');
    await screen.findByRole('heading', { name: '404 Not Found' });
  });
});

it('a visitor who is new here reads at the start what Candid is', async () => {
  // Another tab has cleared the storage, so this page knows nothing of a session.
  dispatchEvent(new StorageEvent('storage', { key: null }));
  await open('/');
  await screen.findByRole('heading', { name: /^Find your best photos/ });
  expect(addressNow()).toBe('/landing');
});

describe('the log-in', () => {
  const logIn = async (roles: string[], language: string | null = 'en') => {
    const flags = { hasCompletedFirstAssessment: false, hasMadeFirstProfile: false, hasFirstLoggedIn: true };
    const session = { token: 'a.b.c', userId: person, tokenCount: 0, ...flags, roles, language };
    desk.answer('POST /login', { success: true, ...session });
    await open('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'mo@candid.example');
    await userEvent.type(screen.getByLabelText('Password'), 'Sunlight!');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  };

  it('stays busy until the page of a member of staff is there, which is the console', async () => {
    const roles = ['user', 'support'];
    let answer = (_: object): void => undefined;
    const user = new Promise<object>((resolve) => {
      answer = resolve;
    });
    desk.answer(`GET /get-user/${person}`, () => user);
    await logIn(roles);
    await waitFor(() => expect(desk.of('GET /get-user')).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Submitting...' }).getAttribute('aria-busy')).toBe('true');
    expect(addressNow()).toBe('/login');
    answer({ success: true, user: userWith({ roles }) });
    await waitFor(() => expect(addressNow()).toBe('/support'));
    expect(screen.queryByText('user authenticated')).toBeNull();
    expect(takeLanguage).not.toHaveBeenCalled();
  });

  it('loads the first page in the language that the person has chosen', async () => {
    await logIn(['user'], 'de');
    await waitFor(() => expect(takeLanguage).toHaveBeenCalledWith('de', expect.any(Function)));
    expect(sessionStore.current().session).toEqual({ token: 'a.b.c', userId: person });
    expect(addressNow()).toBe('/login');
    expect(takeLanguage).toHaveBeenCalledTimes(1);
  });

  it('stays in the language of the browser if the account has none', async () => {
    const roles = ['user', 'support'];
    desk.answer(`GET /get-user/${person}`, { success: true, user: userWith({ roles, language: null }) });
    await logIn(roles, null);
    await waitFor(() => expect(addressNow()).toBe('/support'));
    expect(takeLanguage).not.toHaveBeenCalled();
  });
});

describe('a member', () => {
  beforeEach(() => desk.signIn());

  it.each(['/no/such/page', '/carousel'])('finds nothing at %s', async (path) => {
    await open(path);
    await screen.findByRole('heading', { name: '404 Not Found' });
  });

  it('waits at the start until the session has proved itself', async () => {
    desk.answer(`GET /get-user/${person}`, () => new Promise(() => undefined));
    await open('/');
    await screen.findByText('Loading...');
    expect(addressNow()).toBe('/');
  });
});
