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
  // The optimizing compilers would take a tenth of the processor time, and tests are too short to profit from them.
  '--js-flags=--no-opt,--no-maglev',
];
const PHONE = { width: 390, height: 844 };

export const isFirefox = process.env['BROWSER'] === 'firefox';

/**
 * Browsers for `describe.each`. Tor Browser, Mullvad Browser and LibreWolf set `privacy.resistFingerprinting`: a page
 * then reads noise from a canvas.
 */
export const browsers = isFirefox
  ? [
      { name: 'Firefox', resistsFingerprinting: false },
      { name: 'Firefox that resists fingerprinting', resistsFingerprinting: true },
    ]
  : [{ name: 'Chromium', resistsFingerprinting: false }];

const PREFERENCES = {
  // Headless Firefox reports no mouse. The value 6 stands for a fine pointer that can hover.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Scrollbars of phones take no space.
  'ui.useOverlayScrollbars': 1,
  // Firefox ESR does not support emulating media features by WebDriver BiDi.
  'ui.prefersReducedMotion': 1,
  // Playwright waits for a load after going back, but a page in the back-forward cache is not loaded again.
  'browser.sessionhistory.max_total_viewers': 0,
};

export interface BrowserChoices {
  /** Command-line flags of Chromium, besides those of every test. */
  readonly flags?: readonly string[];
  /** If true, Firefox sets `privacy.resistFingerprinting`. */
  readonly resistsFingerprinting?: boolean;
  /** The folder of downloads. */
  readonly downloadsPath?: string;
}

/** Launches Firefox if the environment variable `BROWSER` is `firefox`, else Chromium. */
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

/** Replaces Playwright's function for `fill` in Firefox, because React receives no event from that function. */
const insertsText = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => undefined,
})`;

type PhoneOption = 'serviceWorkers' | 'reducedMotion' | 'viewport' | 'isMobile' | 'hasTouch' | 'locale';

/**
 * Opens a page with a phone's screen in a new context. Returns the errors on the page. Service workers are blocked by
 * default, because they would bypass the routes of a test.
 */
export async function phone(
  browser: Browser,
  baseURL: string,
  options: Pick<BrowserContextOptions, PhoneOption> = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    // Sharp letters matter only in screenshots; tests are faster with a quarter of the pixels.
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

/** True for errors that Firefox adds: scripts on the empty page have no storage, and a reload cuts off font loads. */
const isOfFirefox = (page: Page, message: string): boolean =>
  isFirefox && (page.url() === 'about:blank' || message.startsWith('download failed (font-family'));

/** Saves a screenshot if the environment variable `SCREENSHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
