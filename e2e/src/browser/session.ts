import { randomUUID } from 'node:crypto';
import { identityRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Fills in the log-in screen, which is open, and submits it; ends on the page that asked for it. */
export async function submitLogIn(page: Page, person: Person, password = person.password): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Opens `path` with a session of the browser's own, as the log-in screen would have left it. */
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
  // The session is the app's from here on: what it removes stays away.
  await script.dispose();
}

/** The session is over on the server's side: neither the access token nor the cookie is good for anything. */
export async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'no-longer-good'));
  await page.context().clearCookies();
}
