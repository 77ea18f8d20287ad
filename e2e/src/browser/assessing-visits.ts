import type { Person, RunningSystem } from '@candid/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchBrowser, phone } from './browser.js';

/** Longer than the carousel looks back for a finger's speed. */
const restFrames = 15;

export interface Visit {
  page: Page;
  context: BrowserContext;
  errors: string[];
}

/** An assessor's phone on which they are signed in and known as approved. */
export async function assessorPhone(
  browser: Browser,
  system: RunningSystem,
  person: Person,
  options?: Parameters<typeof phone>[2],
): Promise<Visit> {
  const visit = await phone(browser, system.baseUrl, options);
  await rememberSession(visit.context, person);
  return visit;
}

/** The same on a computer with a keyboard. */
export async function assessorDesk(browser: Browser, system: RunningSystem, person: Person): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: system.baseUrl, viewport, reducedMotion: 'reduce' });
  await rememberSession(context, person);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** As a log-in leaves it in the browser; only the first page of the context takes it. */
async function rememberSession(context: BrowserContext, { token, userId }: Person): Promise<void> {
  await context.addInitScript(
    ([key, id]) => {
      if (localStorage.getItem('known')) return;
      for (const [name, value] of Object.entries({ known: 'yes', token: key, userId: id, approvedAssessor: 'true' }))
        localStorage.setItem(name, value ?? '');
    },
    [token, userId] as string[],
  );
}

export const ratingSlider = (page: Page, position: number): Locator =>
  page.getByRole('slider', { name: `Rating for photo ${position}` });

/** Opens the assessment and waits for its photos. */
export async function openAssessment(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('slider').first().waitFor();
}

/** Gives a photo a score by digits and its first comment. */
export async function answerPhoto(page: Page, position: number, score: number): Promise<void> {
  const slider = ratingSlider(page, position);
  await slider.focus();
  for (const digit of String(score)) await slider.press(digit);
  await page.getByRole('button', { name: 'Add comments' }).first().click();
  await page.getByRole('dialog').getByRole('slider').first().press('End');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

export async function answerBoth(page: Page): Promise<void> {
  await answerPhoto(page, 1, 14);
  await answerPhoto(page, 2, 9);
}

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit', exact: true });

/** With a finger: frame by frame and resting before it lets go, or as fast as a browser takes it. */
export async function drag(
  page: Page,
  from: { x: number; y: number },
  byPx: number,
  pace: 'slow' | 'quick',
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: from.y }] });
  const frames = async (count: number) => {
    for (let shown = 0; shown < count; shown += 1)
      await page.evaluate('new Promise((shown) => requestAnimationFrame(() => shown()))');
  };
  const steps = pace === 'slow' ? 8 : 2;
  await touch('touchStart', from.x);
  for (let step = 1; step <= steps; step += 1) {
    await touch('touchMove', from.x + (byPx * step) / steps);
    if (pace === 'slow') await frames(1);
  }
  if (pace === 'slow') await frames(restFrames);
  await touch('touchEnd');
  await client.detach();
}

export { launchBrowser };
