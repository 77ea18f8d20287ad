import { randomUUID } from 'node:crypto';
import { identityRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Fills in and submits the log-in screen. The app then returns to the page that required the log-in. */
export async function submitLogIn(page: Page, person: Person, password = person.password): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Opens `path` with a new session, stored as the log-in screen stores it. */
export async function openAs(page: Page, { email, password }: Person, path: string): Promise<void> {
  const response = await page.request.post(`/api${identityRoutes.logIn.path}`, {
    data: { email, password },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(response.status()).toBe(200);
  const { token, userId } = identityRoutes.logIn.answer.parse(await response.json());
  const script = await page.addInitScript(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { token, userId },
  );
  await page.goto(path);
  // Later documents must not store the session again after the app has removed it.
  await script.dispose();
}

/** Ends the session as the server would: neither the access token nor the cookie is valid any more. */
export async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'no-longer-good'));
  await page.context().clearCookies();
}
