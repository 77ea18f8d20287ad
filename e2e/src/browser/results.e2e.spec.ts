import { identityRoutes, photosRoutes } from '@candid/contracts';
import { Person, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RatedOwner } from '../people/rated-owner.js';
import { firstTest, firstTestDone, rated as rate } from '../screens/photo-acts.js';
import { DashboardPeople } from './dashboard-people.js';
import { bothSizes, onDesk } from './dashboard-steps.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';
import { swipeLeft } from './visits.js';

const stage = useStage('results');
let owner: RatedOwner;
/** In the bank and rated once, beside the one of the first assessment. */
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
const choose = (page: Page, option: string) => page.getByLabel('Section').selectOption({ label: option });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();

/** At least half of the first comment is above what covers the bottom of the screen. */
async function expectCommentAbove(page: Page, bottomPx: number): Promise<void> {
  const comment = page.getByRole('list', { name: 'Works well' }).first().getByRole('listitem').first();
  const box = await comment.boundingBox();
  expect(box!.y + box!.height / 2).toBeLessThan(bottomPx);
}

/** Over the bottom of a phone's screen. */
const navigationPx = 72;

const screenSizes = [
  ['a phone', { width: 390, height: 844 }],
  ['a laptop', { width: 1280, height: 800 }],
] as const;

/** Waits until the carousel has stopped. A touch during the animation drags the previous photo. */
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

  it('shows its ratings as a picture and as a table', async () => {
    const page = await openPhoto(owner.planned);
    await said(page, /^Fair score \d+ · likely \d+\W+\d+ · 4 assessors$/);
    const picture =
      /^How 4 ratings lie on the scale of 1 to 20\. Fair score \d+ of 20, likely between .+ Average \d+, confidence range \d+ to \d+$/;
    await page.getByRole('img', { name: picture }).waitFor();
    const rows = page.getByRole('table', { name: 'Each rating' }).locator('tbody tr');
    expect((await rows.allTextContents()).map((row) => row.slice(-1))).toEqual(['4']);
  });

  it('lists its comments by section and asks for more of them', async () => {
    const page = await openPhoto(owner.planned);
    await page.getByRole('img', { name: 'Smile: of 4 assessors 4 say warm' }).waitFor();
    const options = await page.getByLabel('Section').locator('option').allTextContents();
    expect(options).toEqual([
      'All (8)',
      'Face (8)',
      'Body (0)',
      'Hair (0)',
      'Vibe (0)',
      'Outfit (0)',
      'Background (0)',
      'Photography (0)',
    ]);
    await said(page, '15 of 20, said 4 times');
    await button(page, 'Request Comments').waitFor();
    await choose(page, 'Hair (0)');
    await said(page, 'No comments for Hair');
    await button(page, 'Request Hair comments').waitFor();
    await choose(page, 'Face (8)');
    await button(page, 'Request comments on Smile').click();
    await page.getByRole('dialog', { name: 'New assessment' }).waitFor();
  });

  it('tells its assessments by date and says that none is running', async () => {
    const page = await openPhoto(owner.planned);
    await page.getByRole('tab', { name: 'Assessments' }).click();
    await said(page, /^\d{2}\/\d{2}\/\d{2} • \d{2}:\d{2}$/);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await said(page, /^This photo is not being assessed\./);
    for (const name of ['Assess', 'Move to Bank', 'Delete']) await button(page, name).first().waitFor();
  });

  it('says what is not known of a photo that nobody has rated', async () => {
    const page = await openPhoto(await owner.addPhoto());
    await said(page, 'No ratings yet');
    await said(page, 'Confidence range 1 - 20');
    await said(page, 'No comments');
    await button(page, 'Move to Profile').click();
    await said(page, 'This photo needs 3 more rating(s) before you can put it in the Profile Planner.');
    await page.getByRole('tab', { name: 'Assessments' }).click();
    await page.getByRole('tabpanel').getByText('No ratings yet').waitFor();
    expect(await page.getByRole('button', { name: 'Next photo' }).count()).toBe(0);
  });

  it('says which comments could not be had', async () => {
    const page = await openPhoto(owner.banked);
    await said(page, /^Fair score /);
    await page.context().route('**/api/get-ratings/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await page.getByRole('alert').getByText('Failed to fetch comments').waitFor();
    await page.context().route('**/api/fetch-comments', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await page.getByRole('alert').getByText('Failed to load comments').waitFor();
  });

  it('leads to its neighbours by arrows, arrow keys and swipe, and leaves the keys of the tabs alone', async () => {
    const page = await openPhoto(second);
    const shown = () => new URL(page.url()).searchParams.get('photo');
    await button(page, 'Next photo').click();
    await page.waitForURL(`**/profile?photo=${owner.banked}`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(`**/profile?photo=${second}`);
    await atRest(page);
    await swipeLeft(page, 260);
    await page.waitForURL(`**/profile?photo=${owner.banked}`);
    await page.getByRole('tab', { name: 'Comments' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Assessments', selected: true }).waitFor();
    expect(shown()).toBe(owner.banked);
  });

  it.each(bothSizes)('shows a retake on %s beside the photo it replaces', async (_, on) => {
    const page = await on(stage, owner.person);
    await page.goto(`/profile?photo=${second}`);
    await page.getByRole('tab', { name: 'Assessments' }).click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('Is this photo a retake?').waitFor();
    await progress.getByRole('button', { name: /^Photo 1, score / }).click();
    await progress.getByText(/is better \(\d+% sure\)$|^Too close to call/).waitFor();
    await progress.getByText(/fair score\.$|^The new photo's fair score is \d+ (higher|lower)\.$/).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Assessments' }).click();
    await progress.getByRole('img', { name: 'Before' }).waitFor();
  });

  it('waits for the first assessment, and says so', async () => {
    const newcomer = await Person.signedUp(stage.system);
    await newcomer.expect(identityRoutes.dismissFirstLogin, { params: { userId: newcomer.userId } });
    const form = await newcomer.uploadForm(await twoPhonePictures());
    const { photos } = await newcomer.expect(photosRoutes.uploadPhotos, { form });
    const page = await visit(newcomer, `/profile?photo=${photos[0]!._id}`);
    const reason = 'Available once your first assessment is complete.';
    for (const name of ['Assessment Settings', 'Move to Profile', 'Keep in Bank']) {
      const act = page.getByRole('button', { name, description: reason });
      await act.waitFor();
      expect(await act.isDisabled()).toBe(true);
    }
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
    await said(pages.photo, /^Fair score .+ · 4 assessors$/);
    await pages.photo.getByRole('progressbar', { name: 'Assessors done' }).waitFor();
    await said(pages.photo, '20 min left');
    await said(pages.results, 'No rating for this assessment');
    await said(pages.results, 'No comments for this assessment');
    await said(pages.comparison, /^Fair score .+ · 4 assessors$/);

    await rated.rate(4, 17);
    for (const page of Object.values(pages)) {
      await said(page, /^Fair score .+ · 5 assessors$/);
      await page.getByRole('status').getByText('New ratings have arrived. ').waitFor();
    }
    await said(pages.photo, '10 min left');
    await pages.results.getByText('No rating for this assessment').waitFor({ state: 'detached' });
    await pages.photo.getByRole('tab', { name: 'Assessments' }).click();
    await pages.photo
      .getByRole('img', { name: /^Average of each assessment, newest first\. .+: 17 from 1 rating, \d+ higher\. / })
      .waitFor();
    await said(pages.photo, 'Current assessment');
    await said(pages.photo, 'Earlier assessment');
  });

  it('is extended once it is complete, and a photo in it offers what is open to it', async () => {
    const rated = await RatedOwner.ready(stage.system);
    await rated.start(rated.banked, 1);
    await rated.rate(4, 15);
    const page = await visit(rated.person, `/profile?photo=${rated.banked}`);
    await button(page, 'Extend Assessment').click();
    for (const name of ['Done', 'Move to Profile', 'Keep in Bank', 'Delete']) await button(page, name).waitFor();
    await said(page, 'This assessment is complete. Extend it for a more certain score.');
    expect(await button(page, 'Fewer assessors').isDisabled()).toBe(true);
    await button(page, 'More assessors').click();
    await said(page, 'Costs 5 tokens.');
    await button(page, 'Update assessment').click();
    await said(page, 'Assessment updated');
    await button(page, 'Assessment Settings').waitFor();
    await page.getByRole('switch', { name: 'Comments' }).click();
    await page.getByRole('switch', { name: 'Ratings' }).click();
    expect(await page.getByRole('switch', { name: 'Comments' }).isChecked()).toBe(true);
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

  it.each(bothSizes)(
    'name on %s a best photo, a strength and a thing to try, and lead to the planner',
    async (_, on) => {
      const page = await on(stage, await tested());
      await button(page, 'See your results').click();
      const sheet = page.getByRole('dialog', { name: 'Your first results' });
      await sheet.getByText(/^Your best photo so far$|^No clear winner yet$/).waitFor();
      await sheet
        .getByText(/^Fair score \d+ · likely \d+\W+\d+ · 4 assessors$/)
        .first()
        .waitFor();
      for (const name of ['Works well', 'One thing to try', 'What the numbers mean'])
        await sheet.getByRole('region', { name }).waitFor();
      await button(page, 'Choose your first profile photo').last().click();
      await page
        .getByRole('dialog', { name: 'Add to the Profile Planner' })
        .getByRole('button', { name: /^Photo 1, / })
        .click();
      await said(page, /^All set/);
    },
    60_000,
  );

  it('are offered until they are skipped', async () => {
    const page = await onDesk(stage, await tested());
    await page.reload();
    await button(page, 'See your results').waitFor();
    await button(page, 'Skip').click();
    await page.reload();
    await button(page, 'Choose your first profile photo').waitFor();
    expect(await button(page, 'See your results').count()).toBe(0);
  });
});

describe('the results of a test', () => {
  it.each(screenSizes)('begin their comments on the first screen of %s', async (_, size) => {
    const [photo] = await owner.person.photos('profile');
    const page = await visit(owner.person, `/test/${photo!.testId}`);
    await page.setViewportSize(size);
    await expectCommentAbove(page, size.height - navigationPx);
  });

  it('ask to check back while nobody has rated', async () => {
    const testId = await owner.start(await owner.addPhoto(), 1);
    const page = await visit(owner.person, `/test/${testId}`);
    await said(page, 'No results yet, check back later!');
    await said(page, 'No ratings yet');
    await said(page, 'No comments for this assessment');
  });

  it('say that there are no photos where there is no such test', async () => {
    const page = await visit(owner.person, `/test/${owner.planned}`);
    await said(page, 'No images available.');
    await page.getByRole('main').getByRole('link', { name: 'My Photos' }).click();
    await page.waitForURL('**/profile');
  });
});

describe('the comparison', () => {
  it('is made with the keyboard and stands side by side on a phone', async () => {
    const page = await visit(owner.person, '/compare');
    await said(page, 'Pick two photos to see them side by side.');
    const choices = page.getByRole('checkbox', { name: /^Photo \d, score \d+ of 20, Fair \d+$/ });
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
