import type { Person } from '@candid/testing';
import type { Page } from 'playwright-core';

/** Through the log-in screen; `/profile` is open afterwards. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/profile');
}
