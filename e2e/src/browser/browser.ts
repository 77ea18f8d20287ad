import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page of a test lives long enough to gain from the optimizing compilers, which take a tenth of the processor.
  '--js-flags=--no-opt,--no-maglev',
];
const PHONE = { width: 390, height: 844 };

/** `flags`: command-line flags of Chromium, in addition to those that every test uses. */
export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: [...FLAGS, ...flags],
  });

/**
 * A phone of its own: nothing is shared with other people's browsers. Errors on the page fail the test at its end. Without
 * the service worker, unless it is asked for: what a test does to the network then reaches the page.
 */
export async function phone(
  browser: Browser,
  baseURL: string,
  options: Pick<BrowserContextOptions, 'serviceWorkers' | 'reducedMotion' | 'viewport' | 'isMobile' | 'hasTouch'> = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    // Only pictures show sharp letters; one pixel has less to draw than four.
    deviceScaleFactor: process.env['SCREENSHOTS'] ? 2 : 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('contract')) errors.push(message.text());
  });
  return { page, context, errors };
}

/** Keeps a picture of the page where `SCREENSHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
