import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
} from 'playwright-core';

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

export const isFirefox = process.env['BROWSER'] === 'firefox';

/**
 * For use with `describe.each`. Tor Browser, Mullvad Browser and LibreWolf set `privacy.resistFingerprinting`. A canvas then returns
 * noise, among other things.
 */
export const browsers = isFirefox
  ? [
      { name: 'Firefox', resistsFingerprinting: false },
      { name: 'Firefox that resists fingerprinting', resistsFingerprinting: true },
    ]
  : [{ name: 'Chromium', resistsFingerprinting: false }];

const PREFERENCES = {
  // Without a window, Firefox reports no mouse. The value 6 means a mouse that points finely and hovers.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Phones have scrollbars that take no room.
  'ui.useOverlayScrollbars': 1,
  // Firefox ESR has no command of WebDriver BiDi for media features.
  'ui.prefersReducedMotion': 1,
  // Firefox shows a page from memory without a load, but Playwright waits for one.
  'browser.sessionhistory.max_total_viewers': 0,
};

export interface BrowserChoices {
  /** Command-line flags of Chromium, in addition to those that every test uses. */
  readonly flags?: readonly string[];
  /** Sets `privacy.resistFingerprinting` in Firefox. */
  readonly resistsFingerprinting?: boolean;
  /** The folder of downloads. */
  readonly downloadsPath?: string;
}

/** Launches Firefox if `BROWSER` is `firefox`, and Chromium otherwise. */
export const launchBrowser = ({
  flags = [],
  resistsFingerprinting = false,
  ...options
}: BrowserChoices = {}): Promise<Browser> =>
  isFirefox
    ? launchFirefox({
        ...options,
        firefoxUserPrefs: { ...PREFERENCES, 'privacy.resistFingerprinting': resistsFingerprinting },
      })
    : chromium.launch({
        ...options,
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
        args: [...FLAGS, ...flags],
      });

async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const browser = await firefox.launch({
    ...options,
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
  });
  browser.on('context', (context) => context.addInitScript(insertsText));
  return browser;
}

/** Replaces Playwright's own code for `fill`, which sets `value` in a way that React does not notice. */
const insertsText = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => undefined,
})`;

/**
 * Opens a phone that shares nothing with other people's browsers. Errors on the page fail the test at its end. The service worker is off
 * unless the test asks for it, so that what a test does to the network reaches the page.
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
    // Only pictures need sharp letters. One pixel takes less time to draw than four.
    deviceScaleFactor: process.env['SCREENSHOTS'] ? 2 : 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!isOfFirefox(page, message)) errors.push(message);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('contract')) errors.push(message.text());
  });
  return { page, context, errors };
}

/** Firefox also runs a test's scripts on the empty page, which has no storage. It reports a font whose download a reload has cut off. */
const isOfFirefox = (page: Page, message: string): boolean =>
  isFirefox && (page.url() === 'about:blank' || message.startsWith('download failed (font-family'));

/** Saves a picture of the page if `SCREENSHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
