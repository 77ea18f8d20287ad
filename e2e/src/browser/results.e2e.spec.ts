import type { Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { RatedOwner } from '../people/rated-owner.js';
import { firstTest, firstTestDone, rated as rate } from '../screens/photo-acts.js';
import { DashboardPeople } from './dashboard-people.js';
import { onPhone } from './dashboard-steps.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';
import { swipeLeft } from './visits.js';

const stage = useStage('results');
let owner: RatedOwner;
/** Id of a second photo, which is in the bank and rated once. */
let second: string;

beforeAll(async () => {
  owner = await RatedOwner.ready(stage.system);
  second = await owner.addPhoto();
  await owner.start(second, 1);
  await owner.rate(0, 6);
  await owner.putBack(second);
});

async function visit(person: Person, path: string): Promise<Page> {
  const { page } = await stage.phone();
  await openAs(page, person, path);
  return page;
}

const openPhoto = (photoId: string) => visit(owner.person, `/profile?photo=${photoId}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();

/** Expects at least half of the first comment above the bar at the bottom of the screen. */
async function expectCommentAbove(within: Page | Locator, bottomPx: number): Promise<void> {
  const comment = within.getByRole('list', { name: 'Works well' }).first().getByRole('listitem').first();
  const box = await comment.boundingBox();
  expect(box!.y + box!.height / 2).toBeLessThan(bottomPx);
}

/** Height of the navigation bar at the bottom of a phone's screen. */
const navigationPx = 72;

const screenSizes = [
  ['a phone', { width: 390, height: 844 }],
  ['a laptop', { width: 1280, height: 800 }],
] as const;

/** Waits until the carousel has stopped, because a touch during its animation would drag the previous photo. */
const atRest = (page: Page) =>
  page.waitForFunction(`(() => {
    const slide = document.querySelector('[role=dialog] [aria-hidden=false]:has(img), main [aria-hidden=false]:has(img)');
    const { left, right } = slide?.getBoundingClientRect() ?? {};
    return Math.abs((left + right) / 2 - innerWidth / 2) < 2;
  })()`);

describe('an open photo', () => {
  it.each(screenSizes)('begins its comments on the first screen of %s', async (_, size) => {
    const page = await openPhoto(owner.planned);
    await page.setViewportSize(size);
    await expectCommentAbove(page, (await button(page, 'Delete').boundingBox())!.y);
  });

  it('leads to its neighbours by arrows, arrow keys and swipe, and leaves the keys of the tabs alone', async () => {
    const page = await openPhoto(second);
    const shown = () => new URL(page.url()).searchParams.get('photo');
    await button(page, 'Next photo').click();
    await page.waitForURL(`**/profile?photo=${owner.banked}`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(`**/profile?photo=${second}`);
    await atRest(page);
    await swipeLeft(page, 220);
    await page.waitForURL(`**/profile?photo=${owner.banked}`);
    await page.getByRole('tab', { name: 'Comments' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Assessments', selected: true }).waitFor();
    expect(shown()).toBe(owner.banked);
  });

  it('shows a retake beside the photo it replaces', async () => {
    const page = await openPhoto(second);
    await page.getByRole('tab', { name: 'Assessments' }).click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('Is this photo a retake?').waitFor();
    await progress.getByRole('button', { name: /^Photo 1, score / }).click();
    await progress.getByText(/is better \(\d+% sure\)$|^Too close to call/).waitFor();
    await progress.getByText(/adjusted score\.$|^The new photo's adjusted score is \d+ (higher|lower)\.$/).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Assessments' }).click();
    await progress.getByRole('img', { name: 'Before' }).waitFor();
  });
});

describe('a new assessment', () => {
  it('tells its owner of a rating in the photo, the results and the comparison without a reload', async () => {
    const rated = await RatedOwner.ready(stage.system);
    const { person, banked, planned } = rated;
    const testId = await rated.start(banked, 2);
    const pages = {
      photo: await visit(person, `/profile?photo=${banked}`),
      results: await visit(person, `/test/${testId}`),
      comparison: await visit(person, `/compare?photos=${banked},${planned}`),
    };
    await said(pages.photo, / · 4 people rated it$/);
    await pages.photo.getByRole('progressbar', { name: 'Assessors done' }).waitFor();
    // In a run of many files, the system has measured the times, and they are very short.
    await said(pages.photo, /^First rating (in about \d+ min|is later than usual)/);
    await said(pages.results, 'No rating for this assessment');
    await said(pages.results, 'No comments for this assessment');
    await said(pages.comparison, / · 4 people rated it$/);

    await rated.rate(4, 17);
    for (const page of Object.values(pages)) {
      await said(page, / · 5 people rated it$/);
      await page.getByRole('status').getByText('New ratings have arrived. ').waitFor();
    }
    await said(pages.photo, /^Last rating (in about \d+ min|is later than usual)/);
    await pages.results.getByText('No rating for this assessment').waitFor({ state: 'detached' });
    await pages.photo.getByRole('tab', { name: 'Assessments' }).click();
    await pages.photo
      .getByRole('img', { name: /^Average of each assessment, newest first\. .+: 17 from 1 rating, \d+ higher\. / })
      .waitFor();
    await said(pages.photo, 'Current assessment');
    await said(pages.photo, 'Earlier assessment');
  });
});

describe('the first results', () => {
  let people: DashboardPeople;
  beforeAll(async () => {
    people = await DashboardPeople.ready(stage.system);
  });

  const tested = async (): Promise<Person> => {
    const person = await people.starter();
    await firstTest(person, 2);
    await rate(person, people.raters);
    await firstTestDone(person);
    return person;
  };

  it('name a best photo, a strength and a thing to try, and lead to the planner', async () => {
    const page = await onPhone(stage, await tested());
    await button(page, 'See your results').click();
    const sheet = page.getByRole('dialog', { name: 'Your first results' });
    await sheet.getByText(/^Your best photo so far$|^No clear winner$/).waitFor();
    await sheet
      .getByText(/^\d+ · 4 people rated it$/)
      .first()
      .waitFor();
    for (const name of ['Works well', 'One thing to try', 'What the numbers mean'])
      await sheet.getByRole('region', { name }).waitFor();
    await button(page, 'Choose your first profile photo').last().click();
    await page
      .getByRole('dialog', { name: 'Choose a profile photo' })
      .getByRole('button', { name: /^Photo 1, / })
      .click();
    await said(page, /^All set/);
  });
});

describe('the results of a test', () => {
  it.each(screenSizes)('begin their comments on the first screen of %s', async (_, size) => {
    const [photo] = await owner.person.photos('profile');
    const page = await visit(owner.person, `/test/${photo!.testId}`);
    await page.setViewportSize(size);
    // Looks only in the first article, because the other photo's comments may load earlier.
    await expectCommentAbove(page.getByRole('article').first(), size.height - navigationPx);
  });
});

describe('the comparison', () => {
  it('is made with the keyboard and stands side by side on a phone', async () => {
    const page = await visit(owner.person, '/compare');
    await said(page, 'Pick two photos to see them side by side.');
    const choices = page.getByRole('checkbox', { name: /^Photo \d, score \d+ of 20$/ });
    await choices.nth(0).focus();
    await page.keyboard.press('Space');
    await said(page, 'Pick one more photo to compare it with.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    const pair = page.getByRole('region', { name: 'Side by side' });
    const [left, right] = await Promise.all(
      ['Photo 1', 'Photo 2'].map((name) => pair.getByRole('article', { name, exact: true }).boundingBox()),
    );
    expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
    expect(right!.y).toBe(left!.y);
    await pair
      .getByRole('img', { name: /^How \d ratings? lies? on the scale of 1 to 20/ })
      .nth(1)
      .waitFor();
    await pair.getByText(/^Photo [12] is better \(\d+% sure\)$|^Too close to call/).waitFor();
    await pair.getByRole('heading', { name: 'Where comments differ' }).waitFor();
    await pair.getByRole('link', { name: 'Open photo 2' }).click();
    await page.getByRole('tab', { name: 'Comments' }).waitFor();
  });
});
