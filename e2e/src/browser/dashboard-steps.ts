import { eventually, type Person } from '@candid/testing';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { portrait } from '../screens/pictures.js';
import { openAs } from './session.js';
import type { Stage } from './stage.js';

export async function onPhone(stage: Stage, person: Person): Promise<Page> {
  const { page } = await stage.phone();
  await openAs(page, person, '/profile');
  return page;
}

/** Opens a wide window with a mouse. A greater `height` shows both ends of a long drag. */
export async function onDesk({ browser, system }: Stage, person: Person, height = 800): Promise<Page> {
  const context = await browser.newContext({
    baseURL: system.baseUrl,
    viewport: { width: 1280, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await openAs(page, person, '/profile');
  return page;
}

/** Devices for `it.each`: the test must pass on both. */
export const bothSizes = [
  ['a phone', onPhone],
  ['a desktop', (stage: Stage, person: Person) => onDesk(stage, person)],
] as const;

export const planner = (page: Page) => page.getByRole('region', { name: 'Profile Planner' });
export const rated = (page: Page) => page.getByRole('region', { name: 'Rated', exact: true });
export const unrated = (page: Page) => page.getByRole('region', { name: 'Unrated', exact: true });
export const photosIn = (place: Locator) => place.getByRole('button', { name: /^Your photo/ });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();

/** Waits for the drag-and-drop code, which the page loads last. */
const canDrag = (page: Page) => page.locator('[id^=DndLiveRegion]').first().waitFor({ state: 'attached' });

/**
 * Prepares a drag: waits until the page can drag, then begins to record every text that a screen reader announces, even
 * one that is replaced immediately. `said` reads these texts.
 */
export async function listen(page: Page): Promise<void> {
  await canDrag(page);
  await page.evaluate(`(() => {
    const told = (window.toldOfDrag = []);
    new MutationObserver(() => {
      const words = document.querySelector('[id^=DndLiveRegion]')?.textContent;
      if (words && words !== told.at(-1)) told.push(words);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
}

/** Waits until a screen reader announces the words, after the words of the previous call. */
export async function said(page: Page, words: string): Promise<void> {
  const told = `(() => {
    const at = window.toldOfDrag.indexOf(${JSON.stringify(words)});
    if (at >= 0) window.toldOfDrag.splice(0, at);
    return at < 0 ? window.toldOfDrag : 'heard';
  })()`;
  await eventually(async () => expect(await page.evaluate(told)).toBe('heard'));
}

/**
 * Waits until the drag accepts keys: after the lift, the page adds its key handler in a new task and measures the
 * places in the next frame.
 */
export async function lifted(page: Page): Promise<void> {
  await page.locator('[data-carried]').waitFor();
  await page.evaluate(
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 0))',
  );
}

export async function dragTo(page: Page, photo: Locator, place: Locator): Promise<void> {
  await canDrag(page);
  // A refused photo first moves back to its place.
  await expectCount(page.locator('[data-carried]'), 0);
  // Content that loads above the photo moves it, so `hover` waits until the photo stands still.
  await photo.hover();
  const from = await middleOf(photo);
  const to = await middleOf(place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 });
  await lifted(page);
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) };
}

export async function chooseFiles(page: Page, count: number): Promise<void> {
  const buffer = await portrait(2, 1);
  const files = Array.from({ length: count }, (_, at) => ({ name: `IMG_${at}.JPG`, mimeType: 'image/jpeg', buffer }));
  await page.locator('input[type=file]').setInputFiles(files);
}

/** Aborts the call and its automatic retries until the returned function is called. */
export async function cutOff(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = `**/api/${path}`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

export const expectCount = (items: Locator, count: number) =>
  eventually(async () => expect(await items.count()).toBe(count));

const plannedIds = async (owner: Person) => (await owner.photos('profile')).map(({ _id }) => _id);
export const hasPlanned = (owner: Person, count: number) =>
  eventually(async () => expect(await plannedIds(owner)).toHaveLength(count));

/**
 * Expects that the main button is visible without scrolling, is not covered, and is the only element of its colour. It
 * waits for this, because a button that becomes the main one changes its colour gradually.
 */
export async function expectMainAct(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  const look = `(() => {
    const acts = [...document.querySelectorAll('main :is(a, button)')];
    const colour = (act) => getComputedStyle(act).backgroundColor;
    const main = acts.findLast(({ textContent }) => textContent === ${JSON.stringify(name)});
    const { x, y, width, height } = main.getBoundingClientRect();
    return {
      isInSight: main.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      alike: acts.filter((act) => colour(act) === colour(main)).map(({ textContent }) => textContent),
    };
  })()`;
  await eventually(async () => expect(await page.evaluate(look)).toEqual({ isInSight: true, alike: [name] }));
}
