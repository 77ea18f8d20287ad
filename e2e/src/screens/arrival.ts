import { type Person, UNDISTURBED_ENV } from '@candid/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { shot } from '../browser/browser.js';
import type { Cast } from './cast.js';
import type { ScreenState } from './screen.js';

export const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const satisfies Record<string, BrowserContextOptions>;
export type Device = keyof typeof devices;

/** Of the system whose screens are looked at. */
export const systemOptions = { env: UNDISTURBED_ENV };

/** Pages of one context share a renderer process, and so the compiled app. It ends with the last of these pages. */
export const viewerFlags = ['--process-per-site'];

const waitMs = 60_000;

interface Visit {
  readonly state: ScreenState;
  readonly cast: Cast;
  readonly device: Device;
}

/**
 * Shows states one after the other, each to a browser that has stored nothing; only its HTTP cache is kept. `options` replace those
 * of the device.
 */
export class Viewer {
  private readonly contexts = new Map<Device, BrowserContext>();
  private readonly browser: Browser;
  private readonly baseURL: string;
  private readonly options: BrowserContextOptions;

  // Not as parameters' properties: Node runs the gallery as it is written, and strips types alone.
  constructor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
    this.browser = browser;
    this.baseURL = baseURL;
    this.options = options;
  }

  /** Brings a new page to the state, and answers what `inspect` finds there. */
  async view<Found>({ state, cast, device }: Visit, inspect: (page: Page) => Promise<Found>): Promise<Found> {
    const page = await this.openPage(device);
    try {
      await arrive(page, state, cast);
      return await inspect(page);
    } catch (error) {
      await shot(page, `failed-${state.name}-${device}`);
      throw error;
    } finally {
      await leave(page);
    }
  }

  private async openPage(device: Device): Promise<Page> {
    const context = this.contexts.get(device) ?? (await this.openContext(device));
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    // Not when the page before is left: until it is closed, it may store something.
    await protocol.send('Storage.clearDataForOrigin', { origin: this.baseURL, storageTypes: 'all' });
    await protocol.detach();
    return page;
  }

  private async openContext(device: Device): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ...devices[device],
      baseURL: this.baseURL,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      // What a state has answered in the browser would otherwise come from a worker that remembers.
      serviceWorkers: 'block',
      ...this.options,
    });
    context.setDefaultTimeout(waitMs);
    this.contexts.set(device, context);
    await keepProcess(context);
    return context;
  }
}

/** Keeps one page open, so that the renderer process stays alive. A new process per state takes a third more time. */
async function keepProcess(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/icon.svg');
}

async function arrive(page: Page, state: ScreenState, cast: Cast): Promise<void> {
  if (state.as !== 'visitor') await signIn(page, cast, state.as);
  await state.before?.(page, cast);
  await page.goto(typeof state.path === 'string' ? state.path : state.path(cast));
  await state.reach?.(page, cast);
  await shows(page, state);
}

/** Waits until the page shows the state, at the width that it has. */
export async function shows(page: Page, { ready }: ScreenState): Promise<void> {
  const sign = typeof ready === 'string' ? page.getByText(ready) : ready(page);
  await sign.filter({ visible: true }).first().waitFor();
  await settled(page);
}

/** First without a network: what was held back in the browser must not reach the server while the page closes. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  await context.setOffline(false);
}

/** As the app leaves it in the browser's storage after a log-in. */
async function signIn(page: Page, cast: Cast, who: keyof Cast): Promise<void> {
  const { token, userId } = await fresh(cast[who]);
  const stored = { token, userId, ...(who === 'assessor' && { approvedAssessor: 'true' }) };
  const script = `if (!sessionStorage.getItem('arrived')) {
    sessionStorage.setItem('arrived', 'true');
    for (const [key, value] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, value);
  }`;
  await page.addInitScript(script);
}

const renewMs = 10 * 60_000;
const logIns = new WeakMap<Person, { at: number; done: Promise<Person> }>();

/** An access token lives for 15 minutes; a log-in for each page would cost more than the page. */
function fresh(person: Person): Promise<Person> {
  const last = logIns.get(person);
  if (last && Date.now() - last.at < renewMs) return last.done;
  const done = person.logIn();
  logIns.set(person, { at: Date.now(), done });
  return done;
}

/** Fonts and pictures have come, and nothing moves any more but what always does. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.src && image.getBoundingClientRect().top < innerHeight * 2);
    // A picture that never comes and an animation that is held still must not keep anybody waiting.
    const bounded = (all) => Promise.race([Promise.allSettled(all), new Promise((late) => setTimeout(late, 3000))]);
    await bounded(shown.map((image) => image.decode()));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // An animation on a scroll timeline ends where it is scrolled to, not in time.
    const ending = document
      .getAnimations()
      .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity);
    await bounded(ending.map(({ finished }) => finished));
  })()`);
