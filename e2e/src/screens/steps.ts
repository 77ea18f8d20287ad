import type { Page } from 'playwright-core';

/** Presses the button with this accessible name; if there are several, the last one, which is in the topmost dialog. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click();

/** Opens the pool, which is a closed strip on a phone. */
export async function openPool(page: Page): Promise<void> {
  const header = page.getByRole('button', { name: /^(Assess Photos|Assessing\.\.\.|All Complete)$/ });
  await header.waitFor();
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
}

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Opens the section with this title. Other texts may contain the same words. */
export const unfold = (page: Page, title: string) => page.locator('summary', { hasText: title }).click();

/** Fills fields found by label. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

export const scrollDown = (page: Page) => page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
