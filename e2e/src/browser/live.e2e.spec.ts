import { identityRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { rateAll } from '../people/onboarded.js';
import { expectCount } from './dashboard-steps.js';
import { openAs } from './session.js';
import { itInChromium, useStage } from './stage.js';

const stage = useStage('live');
const pollMs = 15_000;
const seenMs = 5_000;
const gatherMs = 5_000;

async function ownerInTest(): Promise<Person> {
  const owner = await Person.signedUp(stage.system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  return owner;
}

/** Tries again if a slow page's clock has passed the time at which it should be paused. */
const holdClock = (page: Page): Promise<void> =>
  eventually(async () => page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + 1_000));

/** Records when the page fetches URLs below `path`, in ms by the page's clock. Call it before the page is opened. */
async function recordFetches(page: Page, path: string): Promise<() => Promise<number[]>> {
  await page.addInitScript(`
    window.fetchedAt = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (String(input.url ?? input).includes(${JSON.stringify(path)})) window.fetchedAt.push(Date.now());
      return fetch(input, init);
    };
  `);
  return async () => (await page.evaluate('fetchedAt')) as number[];
}

function countRequests(page: Page, isMeant: (path: string) => boolean): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (isMeant(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

it('the app shows a rating without a reload, marks it as new and clears the notification once it was looked at', async () => {
  const owner = await ownerInTest();
  const { page, errors } = await stage.phone();
  const connected = page.waitForResponse('**/api/events');
  await openAs(page, owner, '/profile');
  await connected;
  await page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' }).first().waitFor();
  expect(await page.getByRole('button', { name: /^Refresh/ }).count()).toBe(0);
  await page.clock.install();
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  await page.getByRole('button', { name: 'Refresh, there are new ratings' }).waitFor();
  const bell = page.getByRole('button', { name: 'Notifications, 1 new' });
  // The page refetches stale data at once, and repeats that until the read models are up to date. The bell updates later.
  await eventually(async () => {
    await page.clock.runFor(1_000);
    expect(await page.getByRole('button', { name: 'Your photo, 1 of 4 assessors done' }).count()).toBe(2);
    expect(await bell.count()).toBe(1);
  });
  await holdClock(page);
  await bell.click();
  const told = page.getByRole('dialog');
  // One assessor rated both photos, so there is one notification with a row for each photo.
  await told.getByText('New results since you last looked').waitFor();
  await expectCount(told.getByRole('button', { name: '1 new rating' }), 2);
  const clearings = countRequests(page, (path) => path === '/api/clear-notifications');
  await page.clock.runFor(seenMs - 1);
  expect((await owner.user()).notificationNumber).toBe(1);
  expect(clearings()).toBe(0);
  await page.clock.runFor(1);
  await eventually(() => expect(clearings()).toBe(1));
  await page.clock.resume();
  await eventually(async () => expect((await owner.user()).notificationNumber).toBe(0));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  // The two ratings arrive separately; the second one may arrive after the person has seen the first.
  const refresh = page.getByRole('button', { name: /^Refresh/ });
  if (await refresh.isVisible()) await refresh.click();
  await refresh.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

it('an open photo and a comparison show ratings that came after they were fetched and before live updates began', async () => {
  const owner = await ownerInTest();
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  const [first, second] = await owner.photos('testing');
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const pages: Page[] = [];
  for (const path of [`/profile?photo=${first!._id}`, `/compare?photos=${first!._id},${second!._id}`]) {
    const { page, context } = await stage.phone();
    await context.route('**/api/events', async (route) => {
      await begun;
      await route.continue();
    });
    await openAs(page, owner, path);
    await page
      .getByText(/ · 1 person rated it$/)
      .first()
      .waitFor();
    pages.push(page);
  }
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  await eventually(async () => expect((await owner.photos('testing'))[0]?.testTimesRated).toBe(2));
  begin();
  for (const page of pages)
    await page
      .getByText(/ · 2 people rated it$/)
      .first()
      .waitFor();
});

/** Returns the pages that have an event stream open. */
function streamHolders(context: BrowserContext): () => Page[] {
  const open = new Map<Request, Page>();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') open.set(request, request.frame().page());
  });
  const forget = (request: Request) => void open.delete(request);
  context.on('requestfailed', forget);
  context.on('requestfinished', forget);
  return () => [...open.values()].filter((page) => !page.isClosed());
}

/** Makes a tab hidden, as a browser does with background tabs, or visible again. */
const become = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

it('seven tabs share one stream, which another tab takes over when its own is closed or hidden', async () => {
  const owner = await ownerInTest();
  const { page, context, errors } = await stage.phone();
  const holders = streamHolders(context);
  await openAs(page, owner, '/profile');
  const tabs = [page];
  const rated = (tab: Page, count: number) =>
    tab
      .getByRole('button', { name: `Your photo, ${count} of 4 assessors done` })
      .first()
      .waitFor();
  while (tabs.length < 7) {
    const tab = await context.newPage();
    tab.setDefaultTimeout(120_000);
    await tab.goto('/profile');
    await rated(tab, 0);
    tabs.push(tab);
  }
  await eventually(() => expect(holders()).toHaveLength(1));
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  for (const tab of tabs) await rated(tab, 1);

  await holders()[0]!.close();
  await eventually(() => expect(holders()).toHaveLength(1));
  const [second] = holders();
  await become(second!, 'hidden');
  await eventually(() => {
    expect(holders()).toHaveLength(1);
    expect(holders()).not.toContain(second);
  });
  const shown = tabs.filter((tab) => !tab.isClosed() && tab !== second);
  for (const tab of shown) await become(tab, 'hidden');
  await eventually(() => expect(holders()).toEqual([]));
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  await become(second!, 'visible');
  await rated(second!, 2);
  await eventually(() => expect(holders()).toEqual([second]));
  expect(errors).toEqual([]);
});

it('the app polls every 15 seconds while live updates are blocked', async () => {
  const owner = await ownerInTest();
  const { page, context, errors } = await stage.phone();
  await context.route('**/api/events', (route) => route.abort());
  const pollTimes = await recordFetches(page, '/cameraroll-photos-testing/');
  await page.clock.install();
  await openAs(page, owner, '/profile');
  await page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' }).first().waitFor();
  await rateAll(owner, [await Person.approvedAssessor(stage.system)]);
  await eventually(async () => expect((await owner.photos('testing'))[0]?.testTimesRated).toBe(1));
  await holdClock(page);
  const { length: before } = await pollTimes();
  await eventually(async () => {
    await page.clock.runFor(1_000);
    expect(await pollTimes()).toHaveLength(before + 1);
  });
  // The page's next 15-second interval begins when the answer arrives. The new count appears at the next clock tick.
  await eventually(async () => {
    await page.clock.runFor(1);
    expect(await page.getByRole('button', { name: 'Your photo, 1 of 4 assessors done' }).count()).toBe(2);
  });
  await page.getByRole('button', { name: 'Refresh, there are new ratings' }).waitFor();
  // A slow answer may be fetched once more between two polls, and a poll is left out while an answer is on its way.
  await eventually(async () => {
    await page.clock.runFor(1_000);
    const [last, now] = (await pollTimes()).slice(-2) as [number, number];
    expect(now - last).toBeGreaterThanOrEqual(pollMs);
    expect((now - last) % pollMs).toBeLessThan(1_000);
  });
  await page.clock.resume();
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor();
  const refresh = page.getByRole('button', { name: 'Refresh, there are new ratings' });
  await refresh.click();
  await refresh.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assessing...', exact: true }).and(page.locator(':focus')).waitFor();
  expect(errors).toEqual([]);
});

itInChromium(
  'the app counts opened screens without a word about the person, and nothing where the browser objects',
  async () => {
    const owner = await ownerInTest();
    const bodies: string[] = [];
    for (const objects of [false, true]) {
      const { page, context } = await stage.phone();
      if (objects)
        await context.addInitScript(
          "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })",
        );
      const sent: Request[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/analytics/events')) sent.push(request);
      });
      await page.clock.install();
      await openAs(page, owner, '/profile');
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Log Out' }).waitFor();
      await eventually(async () => {
        await page.clock.runFor(gatherMs);
        if (!objects) expect(sent.map((request) => request.postData()).join()).toContain('"/account"');
      });
      bodies.push(...sent.map((request) => request.postData() ?? ''));
      for (const request of sent) {
        const headers = await request.allHeaders();
        expect(headers['cookie']).toBeUndefined();
        expect(headers['authorization']).toBeUndefined();
      }
      await context.close();
    }
    const events = bodies.flatMap((body) => (JSON.parse(body) as { events: { name: string; path: string }[] }).events);
    expect(events.map(({ name, path }) => `${name} ${path}`)).toEqual([
      'session /profile',
      'page_view /profile',
      'page_view /account',
    ]);
    expect(bodies.join()).not.toContain(owner.userId);
  },
);
