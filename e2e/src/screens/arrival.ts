import { type Person, UNDISTURBED_ENV } from '@candid/testing';
import type { Browser, BrowserContextOptions, CDPSession, Disposable, Page } from 'playwright-core';
import { shot } from '../browser/browser.js';
import type { Cast } from './cast.js';
import type { ScreenState } from './screen.js';

export const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const satisfies Record<string, BrowserContextOptions>;
export type Device = keyof typeof devices;

export const systemOptions = { env: UNDISTURBED_ENV };

/** Lets the app's pages in one browser use a single renderer process, which compiles the app only once. */
export const viewerFlags = ['--process-per-site'];

const waitMs = 60_000;

interface Visit {
  readonly state: ScreenState;
  readonly cast: Cast;
  readonly device: Device;
}

/**
 * Shows states one after the other. Storage is emptied before each state; only the HTTP cache is kept. One page per
 * device shows all states, because a new page would start a new process. `options` override those of the device.
 */
export class Viewer {
  private readonly pages = new Map<Device, Page>();
  private readonly browser: Browser;
  private readonly baseURL: string;
  private readonly options: BrowserContextOptions;

  // Parameter properties are not possible, because Node only strips the types of this file when it runs the gallery.
  constructor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
    this.browser = browser;
    this.baseURL = baseURL;
    this.options = options;
  }

  /** Brings the page to the state and returns the result of `inspect`. */
  async view<Found>({ state, cast, device }: Visit, inspect: (page: Page) => Promise<Found>): Promise<Found> {
    const page = this.pages.get(device) ?? (await this.openPage(device));
    const scripts: Disposable[] = [];
    try {
      await arrive(page, state, cast, scripts);
      return await inspect(page);
    } catch (error) {
      await shot(page, `failed-${state.name}-${device}`);
      throw error;
    } finally {
      await this.leave(page, device, scripts);
    }
  }

  private async openPage(device: Device): Promise<Page> {
    const context = await this.browser.newContext({
      ...devices[device],
      baseURL: this.baseURL,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      // A service worker would answer from its cache instead of with the stubbed answers.
      serviceWorkers: 'block',
      ...this.options,
    });
    context.setDefaultTimeout(waitMs);
    const page = await context.newPage();
    this.pages.set(device, page);
    return page;
  }

  /**
   * Leaves the document, which cancels its waiting requests. Goes offline before it removes the routes, so that requests
   * held back by a route cannot reach the server. If this fails, closes the page; the next state then gets a new one.
   */
  private async leave(page: Page, device: Device, scripts: readonly Disposable[]): Promise<void> {
    const context = page.context();
    try {
      await context.setOffline(false);
      await page.goto('/icon.svg');
      await context.setOffline(true);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const script of scripts) await script.dispose();
      await context.setOffline(false);
      await page.setViewportSize(devices[device].viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.mouse.move(0, 0);
      const protocol = await protocolOf(page);
      await protocol.send('Storage.clearDataForOrigin', { origin: this.baseURL, storageTypes: 'all' });
    } catch {
      this.pages.delete(device);
      await context.close();
    }
  }
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the page's only protocol session: detaching a session would end the page's offline mode. */
export function protocolOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** Adds to `scripts` the init scripts that must not run in later states. */
async function arrive(page: Page, state: ScreenState, cast: Cast, scripts: Disposable[]): Promise<void> {
  scripts.push(await page.addInitScript(await startScript(cast, state.as)));
  const prepared = await state.before?.(page, cast);
  if (prepared && typeof prepared === 'object' && 'dispose' in prepared) scripts.push(prepared as Disposable);
  await page.goto(typeof state.path === 'string' ? state.path : state.path(cast));
  await state.reach?.(page, cast);
  await shows(page, state);
}

/** Waits until the page shows the state at its current width. */
export async function shows(page: Page, { ready }: ScreenState): Promise<void> {
  const sign = typeof ready === 'string' ? page.getByText(ready) : ready(page);
  await sign.filter({ visible: true }).first().waitFor();
  await settled(page);
}

const sameWithinMs = 3_000;

/**
 * Loads the page again in German. The sign of the state may be an English text, so the page counts as complete once it
 * has as many elements as in English. A page that ends with fewer is taken as it is.
 */
export async function sameInGerman(page: Page): Promise<void> {
  await settled(page);
  const count = (await page.evaluate(countScript)) as number;
  await page.context().addCookies([{ name: 'candid_language', value: 'de', url: page.url() }]);
  await page.reload();
  await page.locator('html[lang=de] h1').first().waitFor({ state: 'attached' });
  await page.evaluate(`(async () => {
    const until = Date.now() + ${sameWithinMs};
    while (${countScript} < ${count} && Date.now() < until) await new Promise((later) => setTimeout(later, 50));
  })()`);
  await settled(page);
}

const countScript = `document.body.querySelectorAll('*').length`;

let visits = 0;

/** Script for the first document of a visit: clears the tab's session storage and stores the app's log-in session. */
async function startScript(cast: Cast, who: ScreenState['as']): Promise<string> {
  visits += 1;
  const stored = who === 'visitor' ? {} : await sessionOf(cast[who], who);
  return `if (sessionStorage.getItem('visit') !== '${visits}') {
    sessionStorage.clear();
    sessionStorage.setItem('visit', '${visits}');
    for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);
  }`;
}

async function sessionOf(person: Person, who: keyof Cast): Promise<Record<string, string>> {
  const { token, userId } = await fresh(person);
  return { token, userId, ...(who === 'assessor' && { approvedAssessor: 'true' }) };
}

const renewMs = 10 * 60_000;
const logIns = new WeakMap<Person, { at: number; done: Promise<Person> }>();

/** Reuses a log-in for ten minutes, because a log-in takes longer than a page. Access tokens are valid for 15 minutes. */
function fresh(person: Person): Promise<Person> {
  const last = logIns.get(person);
  if (last && Date.now() - last.at < renewMs) return last.done;
  const done = person.logIn();
  logIns.set(person, { at: Date.now(), done });
  return done;
}

/** Waits for fonts, style sheets and pictures, and for the end of all finite animations. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.src && image.getBoundingClientRect().top < innerHeight * 2);
    // A picture that never loads or a paused animation must not block.
    const bounded = (all) => Promise.race([Promise.allSettled(all), new Promise((late) => setTimeout(late, 3000))]);
    // If two parts of the page import the same module concurrently, one may render before its style sheet has loaded.
    const unstyled = [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet);
    await bounded(unstyled.map((link) => new Promise((loaded) => link.addEventListener('load', loaded))));
    await bounded(shown.map((image) => image.decode()));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // An animation on a scroll timeline ends at a scroll position, not after a time.
    const ending = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity);
    await bounded(ending.map(({ finished }) => finished));
  })()`);
