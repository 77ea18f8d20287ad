import type { Person } from '@candid/testing';
import type { Page } from 'playwright-core';

/** Fills in the log-in screen, which is open, and submits it; ends on the page that asked for it. */
export async function submitLogIn(page: Page, person: Person, password = person.password): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Through the log-in screen; `/profile` is open afterwards. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await submitLogIn(page, person);
  await page.waitForURL('**/profile');
}

/** The session is over on the server's side: neither the access token nor the cookie is good for anything. */
export async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'no-longer-good'));
  await page.context().clearCookies();
}
