import type { Person } from '@candid/testing';
import type { Page } from 'playwright-core';

/** Logs in by the form; ends on the page that asked for it. */
export async function logIn(page: Page, person: Person, password = person.password): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** The session is over on the server's side: neither the access token nor the cookie is good for anything. */
export async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', 'no-longer-good'));
  await page.context().clearCookies();
}
