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
 * For `describe.each`. Tor Browser, Mullvad Browser and LibreWolf set `privacy.resistFingerprinting`: among other things, a canvas gives
 * back noise.
 */
export const browsers = isFirefox
  ? [
      { name: 'Firefox', resistsFingerprinting: false },
      { name: 'Firefox that resists fingerprinting', resistsFingerprinting: true },
    ]
  : [{ name: 'Chromium', resistsFingerprinting: false }];

const PREFERENCES = {
  // Without a window, Firefox has no mouse; 6 is one that points finely and hovers.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Phones have scrollbars that take no room.
  'ui.useOverlayScrollbars': 1,
  // Firefox ESR has no command of WebDriver BiDi for media features.
  'ui.prefersReducedMotion': 1,
  // Playwright waits for a page that Firefox keeps in memory to load again.
  'browser.sessionhistory.max_total_viewers': 0,
};

export interface BrowserChoices {
  /** Command-line flags of Chromium, in addition to those that every test uses. */
  readonly flags?: readonly string[];
  /** If true, Firefox sets `privacy.resistFingerprinting`. */
  readonly resistsFingerprinting?: boolean;
  /** The folder of downloads. */
  readonly downloadsPath?: string;
}

/** Firefox where the environment says `BROWSER=firefox`, else Chromium. */
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

/** In place of Playwright's own way for `fill`, which sets `value` so that React does not notice. */
const insertsText = `Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => undefined,
})`;

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
  page.on('pageerror', ({ message }) => {
    if (!isOfFirefox(page, message)) errors.push(message);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('contract')) errors.push(message.text());
  });
  return { page, context, errors };
}

/** Firefox runs scripts of a test on the empty page, too, which has no storage, and reports a font that a reload has cut off. */
const isOfFirefox = (page: Page, message: string): boolean =>
  isFirefox && (page.url() === 'about:blank' || message.startsWith('download failed (font-family'));

/** Keeps a picture of the page where `SCREENSHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
