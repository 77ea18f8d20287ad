import type { Person } from '@candid/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Stage } from './stage.js';

export interface Visit {
  page: Page;
  context: BrowserContext;
  errors: string[];
}

/** Opens a page on an assessor's phone, with the assessor signed in and the approval stored. */
export async function assessorPhone(
  stage: Stage,
  person: Person,
  options?: Parameters<Stage['phone']>[0],
): Promise<Visit> {
  const visit = await stage.phone(options);
  await rememberSession(visit.context, person);
  return visit;
}

/** Opens a page on an assessor's computer, with the assessor signed in and the approval stored. */
export async function assessorDesk({ browser, system }: Stage, person: Person): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: system.baseUrl, viewport, reducedMotion: 'reduce' });
  await rememberSession(context, person);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return page;
}

/** Stores the session as a log-in does, once per context: later pages must not restore a session that has ended. */
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

/** Rates a photo with keys and chooses its first comment: in a dialog, or on a desk beside the photo. */
export async function answerPhoto(page: Page, position: number, score: number): Promise<void> {
  const slider = ratingSlider(page, position);
  await slider.focus();
  // A second digit counts only if it comes soon after the first; arrows have no such limit.
  await slider.press(String(Math.min(score, 9)));
  for (let at = 9; at < score; at += 1) await slider.press('ArrowRight');
  const isDesk = (page.viewportSize()?.width ?? 0) >= 900;
  if (isDesk) return await page.getByRole('listitem').filter({ has: slider }).getByRole('slider').nth(1).press('End');
  await page.getByRole('button', { name: 'Add comments' }).first().click();
  await page.getByRole('dialog').getByRole('slider').first().press('End');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

export async function answerBoth(page: Page): Promise<void> {
  await answerPhoto(page, 1, 14);
  await answerPhoto(page, 2, 9);
}

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit', exact: true });

/** Returns the share of the screen's height on which the first matching picture is visible. */
export const shownShare = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`(() => {
    const picture = document.querySelector(${JSON.stringify(selector)});
    const { left, width } = picture.getBoundingClientRect();
    const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(left + width / 2, y + 0.5));
    return rows.filter((element) => element?.parentElement === picture.parentElement).length / innerHeight;
  })()`);

/**
 * Reduces the feed to this owner's photos and profile, because an assessor who opened photos of another test would take
 * a slot that the other test needs.
 */
export async function withFeedOf(page: Page, ownerId: string): Promise<void> {
  const isOwners = ({ userId }: { userId: string }) => userId === ownerId;
  await page.route(/\/api\/get-image\/public\?/, async (route) => {
    const url = new URL(route.request().url());
    let response = await route.fetch();
    let answer = await response.json();
    while (answer.nextCursor && !answer.data.some(isOwners)) {
      url.searchParams.set('cursor', answer.nextCursor);
      response = await route.fetch({ url: url.href });
      answer = await response.json();
    }
    await route.fulfill({ response, json: { ...answer, data: answer.data?.filter(isOwners), nextCursor: null } });
  });
  await page.route(/\/api\/evaluation-groups\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, groups: answer.groups?.filter(isOwners) } });
  });
}

/** Empties the feed, so that the assessor takes no slot that another test needs. */
export async function withEmptyFeed(page: Page): Promise<void> {
  const nobody = { success: true, data: [], groups: [], notice: null };
  await page.route(/\/api\/(get-image\/public|evaluation-groups)\?/, (route) => route.fulfill({ json: nobody }));
}
