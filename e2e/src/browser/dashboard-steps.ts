import type { Person } from '@candid/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { portrait } from '../screens/pictures.js';
import { phone } from './browser.js';
import { logIn } from './log-in.js';

/** A wide window with a mouse. */
export async function desk(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 1400 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

export async function onPhone(browser: Browser, baseURL: string, person: Person): Promise<Page> {
  const { page } = await phone(browser, baseURL);
  await logIn(page, person);
  return page;
}

export async function onDesk(browser: Browser, baseURL: string, person: Person): Promise<Page> {
  const page = await desk(browser, baseURL);
  await logIn(page, person);
  return page;
}

export const planner = (page: Page) => page.getByRole('region', { name: 'Profile Planner' });
export const rated = (page: Page) => page.getByRole('region', { name: 'Rated', exact: true });
export const unrated = (page: Page) => page.getByRole('region', { name: 'Unrated', exact: true });
export const photosIn = (place: Locator) => place.getByRole('button', { name: /^Your photo/ });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();

/** What a screen reader has been told of the drag last. */
export const said = (page: Page, words: string) =>
  page.locator('[id^=DndLiveRegion]').getByText(words, { exact: true }).waitFor({ state: 'attached' });

/** The keys are listened to in a task of their own after the lift, and the places measured with the next frame. */
export const lifted = (page: Page) =>
  page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 0))');

export async function dragTo(page: Page, photo: Locator, place: Locator): Promise<void> {
  const from = await middleOf(photo);
  const to = await middleOf(place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) };
}

/** A finger that pulls, frame by frame. */
export async function pull(page: Page, handle: Locator, byPx: number): Promise<void> {
  const touch = await fingerOn(page, handle);
  for (let part = 1; part <= 10; part += 1) await touch.move((byPx * part) / 10);
  await touch.up();
}

/** A finger that rests until the photo is lifted, and then carries it up by so much. */
export async function carryUp(page: Page, photo: Locator, byPx: number): Promise<void> {
  const touch = await fingerOn(page, photo);
  await page.locator('[id^=DndLiveRegion]').getByText('lifted from').waitFor({ state: 'attached' });
  for (let part = 1; part <= 20; part += 1) await touch.move((-byPx * part) / 20);
  await touch.up();
}

async function fingerOn(page: Page, place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: box.x + box.width / 2, y }],
    });
  const from = box.y + box.height / 2;
  await touch('touchStart', from);
  return {
    move: async (byPx: number) => {
      await touch('touchMove', from + byPx);
      await page.evaluate('new Promise((shown) => requestAnimationFrame(() => shown()))');
    },
    up: async () => {
      await touch('touchEnd');
      await client.detach();
    },
  };
}

export async function chooseFiles(page: Page, count: number): Promise<void> {
  const buffer = await portrait(2, 1);
  const files = Array.from({ length: count }, (_, at) => ({ name: `IMG_${at}.JPG`, mimeType: 'image/jpeg', buffer }));
  await page.locator('input[type=file]').setInputFiles(files);
}

/** Saves each crop as it comes. */
export async function cropAll(page: Page, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    if (count > 1) await page.getByText(`Photo ${at} of ${count}`).waitFor();
    await button(page, 'Save').click();
  }
}

/** Leads the call nowhere until `release`; automatic repeats meet the same. */
export async function cutOff(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = `**/api/${path}`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}
