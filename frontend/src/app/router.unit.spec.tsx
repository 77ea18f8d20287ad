/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { addressNow, Desk, person, show } from '../lib/desk.fixture.spec';
import { sessionStore } from '../lib/session/session-store';
import { AppRoutes } from './router';

let desk: Desk;
beforeEach(() => {
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
    '/account/your-data',
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
