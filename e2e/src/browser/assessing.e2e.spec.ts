import { evaluationGroupsRoutes } from '@candid/contracts';
import { eventually, Person, type RunningSystem, SYSTEM_ENV, startSystem, supportAgent } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { endTest, experiencedOwner, ownerWithTest } from '../people/assessable.js';
import {
  answerBoth,
  answerPhoto,
  assessorDesk,
  assessorPhone,
  drag,
  launchBrowser,
  openAssessment,
  ratingSlider,
  submitButton,
} from './assessing-visits.js';
import { expectTokens } from './visits.js';

const EARNED_20 = "You've earned 20 tokens for completing this assessment.";
const SAVED = '1 assessment saved on this device, sent as soon as you are back online.';
const OVER =
  'This assessment is complete or has been ended, so yours could not be taken any more. Your tokens are as before. There are other photos to assess.';

let system: RunningSystem;
let browser: Browser;
let support: Person;
let assessor: Person;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  browser = await launchBrowser();
  support = await supportAgent(system);
}, 240_000);
beforeEach(async () => {
  assessor = await Person.approvedAssessor(system);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
}, 90_000);

const rated = async (owner: Person) => (await owner.photos('testing')).map(({ testTimesRated }) => testTimesRated);
const expectRated = (owner: Person, times: number) =>
  eventually(async () => expect(await rated(owner)).toEqual([times, times]), { withinMs: 15_000 });
/** Nobody's photos wait, although other tests have left some. */
async function withEmptyFeed(page: Page): Promise<void> {
  const nobody = { success: true, data: [], groups: [], notice: null };
  await page.route(/\/api\/(get-image\/public|evaluation-groups)\?/, (route) => route.fulfill({ json: nobody }));
}
/** How often a path is posted to. */
function countPosts(page: Page, path: string): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

describe('the way to an assessment', () => {
  it('waits in words, says that nothing waits, and offers the next step', async () => {
    const { page, errors } = await assessorPhone(browser, system, assessor);
    await page.route('**/api/get-image/public?**', async (route) => {
      await page.getByText('Loading users...').waitFor();
      await route.continue();
    });
    await page.goto('/feed');
    await page.getByRole('heading', { name: 'No tests currently available' }).waitFor();
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'My Photos' }).click();
    await page.waitForURL('**/profile');
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('leads through photos before profiles, and empties the queue at its end', async () => {
    const raters = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(system)));
    const { owner, groupId } = await experiencedOwner(system, support, raters);
    const { page, errors } = await assessorPhone(browser, system, assessor);
    await page.goto('/feed');
    await page.waitForURL(`**/carousel/${owner.userId}`);
    await page.getByText('Looking For').waitFor();
    await page.getByText('All genders').waitFor();
    await page.getByText('Casual or serious').waitFor();
    const queue = () => page.evaluate(() => sessionStorage.getItem('availableTests'));
    expect(JSON.parse((await queue()) ?? '')).toEqual([
      { userId: owner.userId, isProfileEvaluation: false },
      { userId: owner.userId, isProfileEvaluation: true, groupId },
    ]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL(`**/carousel/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(`**/carousel/${owner.userId}`);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL(`**?groupId=${groupId}`);
    await withEmptyFeed(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('No tests currently available').waitFor();
    expect(await queue()).toBeNull();
    expect(errors).toEqual([]);
    await page.context().close();

    const desk = await assessorDesk(browser, system, assessor);
    await desk.goto(`/testing/${owner.userId}`);
    const intro = desk.getByRole('alertdialog', { name: 'Benchmark photos' });
    await intro
      .getByText(
        'Photos with this mark are not being assessed. They come from the person’s Profile Planner and only serve as examples.',
      )
      .waitFor();
    await intro.getByRole('button', { name: 'Got it' }).click();
    await desk.getByText(/^Benchmark photo\d/).waitFor();
    await desk.getByRole('img', { name: /^Score 1[23] of 20$/ }).waitFor();
    expect(await desk.getByRole('slider').count()).toBe(1);
    await desk.context().close();
  }, 120_000);

  it('turns the photos by a swipe of 15 % of their width, by a quick one, and by arrow keys', async () => {
    const owner = await ownerWithTest(system);
    const { page } = await assessorPhone(browser, system, assessor);
    await page.goto(`/carousel/${owner.userId}`);
    const at = (position: number) => page.getByText(`Photo ${position} of 2`).first();
    const assess = page.getByRole('button', { name: 'Assess', exact: true });
    await at(1).waitFor({ state: 'attached' });
    const finger = { x: 300, y: 300 };
    const onePercent = 390 / 100;
    await drag(page, finger, -13 * onePercent, 'slow');
    await at(1).waitFor({ state: 'attached' });
    expect(await assess.isDisabled()).toBe(true);
    await drag(page, finger, -17 * onePercent, 'slow');
    await at(2).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Assess', exact: true, disabled: false }).waitFor();
    await drag(page, { x: 100, y: 300 }, 6 * onePercent, 'quick');
    await at(1).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await at(2).waitFor({ state: 'attached' });
    await page.context().close();
  }, 60_000);

  it('tells a warned assessor once and a paused one why, before any photo', async () => {
    const { page } = await assessorPhone(browser, system, assessor);
    const standing = { success: true, reason: 'Nearly all of your latest ratings are the same number.' };
    const answer = (name: string, canAppeal: boolean) => (route: { fulfill(answer: object): Promise<void> }) =>
      route.fulfill({
        json: {
          ...standing,
          standing: name,
          since: '2026-01-01T12:00:00.000Z',
          advice: 'Look at each photo.',
          canAppeal,
          appealedAt: null,
        },
      });
    await page.route('**/api/get-rater-standing/**', answer('warned', false));
    await page.goto('/feed');
    await page.getByText(standing.reason).waitFor();
    await page.getByRole('button', { name: 'Go on to assess' }).click();
    await page.waitForURL('**/carousel/**');
    await page.unroute('**/api/get-rater-standing/**');
    await page.route('**/api/get-rater-standing/**', answer('paused', true));
    const message = `Your assessing is paused. ${standing.reason} You can appeal against it.`;
    await page.route(/\/api\/get-image\/[0-9a-f-]{36}/, (route) =>
      route.fulfill({ status: 403, json: { success: false, code: 'ASSESSOR_PAUSED', message, error: message } }),
    );
    await page.reload();
    await page.getByText('Appeal').waitFor();
    await page.getByText(standing.reason).waitFor();
    await page.goto('/feed');
    await page.getByText('Appeal').waitFor();
    await page.context().close();
  }, 60_000);
});

describe('an assessment', () => {
  it('is done by keyboard alone and submitted with Enter', async () => {
    const owner = await ownerWithTest(system);
    const page = await assessorDesk(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await page.getByText('With a keyboard: arrows or digits rate').waitFor();
    await page.getByText('Rating(s) remaining').waitFor();
    await page.getByText('Comment(s) remaining').waitFor();
    await page.keyboard.type('14');
    expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('14');
    await page.keyboard.press('c');
    const picker = page.getByRole('dialog', { name: 'Comments on photo 1' });
    await picker.getByText('Please leave at least 1 comment by dragging the sliders (max. 3)').waitFor();
    await picker.getByRole('slider').first().press('End');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Rating for photo 2');
    expect(await ratingSlider(page, 2).getAttribute('aria-valuetext')).toBe('Not rated yet');
    await page.keyboard.press('ArrowRight');
    expect(await ratingSlider(page, 2).getAttribute('aria-valuenow')).toBe('11');
    await page.keyboard.press('Enter');
    const second = page.getByRole('dialog', { name: 'Comments on photo 2' });
    await second.getByRole('slider').first().press('Home');
    await second.getByRole('button', { name: 'Done' }).click();
    await second.waitFor({ state: 'detached' });
    await ratingSlider(page, 2).press('Enter');
    const done = page.getByRole('alertdialog', { name: 'Assessment Submitted.' });
    await done.getByText(EARNED_20).waitFor();
    await done.getByRole('button', { name: 'Done' }).press('Enter');
    await page.waitForURL('**/feed');
    expect(await page.evaluate('scrollY')).toBe(0);
    await expectTokens(page, 60);
    await page.context().close();
  }, 90_000);

  it('moves a rating by 0.12 a pixel of the finger, and not by scrolling past it', async () => {
    const owner = await ownerWithTest(system);
    const { page } = await assessorPhone(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    const slider = ratingSlider(page, 1);
    await slider.scrollIntoViewIfNeeded();
    const box = (await slider.boundingBox())!;
    const thumb = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await drag(page, thumb, 50, 'slow');
    expect(await slider.getAttribute('aria-valuenow')).toBe('17');
    await drag(page, thumb, -25, 'slow');
    expect(await slider.getAttribute('aria-valuenow')).toBe('14');
    await page.context().close();
  }, 60_000);

  it('asks before it is cancelled, and survives a reload until then', async () => {
    const owner = await ownerWithTest(system);
    const { page } = await assessorPhone(browser, system, assessor);
    const path = `/testing/${owner.userId}`;
    await openAssessment(page, path);
    await answerPhoto(page, 1, 14);
    await page.getByRole('button', { name: 'Add comments' }).click();
    const picker = page.getByRole('dialog', { name: 'Comments on photo 2' });
    await picker.getByRole('tab', { name: 'Vibe' }).click();
    await page.reload();
    await picker.getByRole('tab', { name: 'Vibe', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('14');
    await page.getByRole('button', { name: 'Edit comments' }).waitFor();
    const cancel = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Close assessment' }).click();
    await cancel
      .getByText(
        'Your progress will be lost and you will not earn any tokens. Are you sure you want to cancel the assessment?',
      )
      .waitFor();
    await cancel.getByRole('button', { name: 'No' }).click();
    expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('14');
    await page.getByRole('button', { name: 'Close assessment' }).click();
    await cancel.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(/\/(feed|carousel)/);
    await openAssessment(page, path);
    expect(await ratingSlider(page, 1).getAttribute('aria-valuetext')).toBe('Not rated yet');
    await page.context().close();
  }, 90_000);

  it('of a profile takes comments on the set', async () => {
    const raters = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(system)));
    const { owner, groupId } = await experiencedOwner(system, support, raters);
    const { page, errors } = await assessorPhone(browser, system, assessor);
    await page.goto(`/carousel/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('button', { name: 'Assess', exact: true }).click();
    await page.waitForURL(`**/testing/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('heading', { name: 'Profile Assessment' }).waitFor();
    await page.getByText('Comment(s) required').waitFor();
    await page.getByText('Please leave at least 1 comment by dragging the sliders (max. 3)').waitFor();
    expect(await page.getByText('Rating(s) remaining').count()).toBe(0);
    expect(await submitButton(page).isDisabled()).toBe(true);
    await page.getByRole('slider', { name: 'First photo' }).press('End');
    await page.getByRole('tab', { name: 'Story' }).click();
    const child = page.getByRole('button', { name: 'Easy to start a conversation' });
    expect(await child.isDisabled()).toBe(true);
    await page.getByRole('slider', { name: 'Interests' }).press('End');
    await child.click();
    await page.getByText('3 of 3').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Story · 2', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Undo Interests' }).click();
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('slider', { name: 'Interests' }).press('Home');
    await submitButton(page).click();
    await page.getByText("You've earned 10 tokens for completing this assessment.").waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const { ratings } = await owner.expect(evaluationGroupsRoutes.getGeneralRatings, {
      params: { userId: owner.userId },
    });
    expect(ratings[0]?.comments).toEqual([
      [51, 101, 20],
      [53, 110, 1],
    ]);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 120_000);
});

describe('what goes wrong on the way', () => {
  it('keeps a submission without a connection, over a reload, and sends it once', async () => {
    const owner = await ownerWithTest(system);
    const { page, context } = await assessorPhone(browser, system, assessor, { serviceWorkers: 'allow' });
    const posts = countPosts(page, '/api/rating');
    await openAssessment(page, `/testing/${owner.userId}`);
    const isInstalled = () => page.evaluate('navigator.serviceWorker.controller !== null');
    await eventually(async () => expect(await isInstalled()).toBe(true), { withinMs: 60_000 });
    await answerBoth(page);
    await context.setOffline(true);
    await submitButton(page).click();
    const saved = page.getByRole('alertdialog', { name: 'Saved on this device' });
    await saved
      .getByText(
        'There is no connection right now. Your assessment is safe here and is sent as soon as you are back online.',
      )
      .waitFor();
    await saved.getByRole('button', { name: 'Done' }).click();
    await page.getByText(SAVED).waitFor();
    await page.reload();
    await page.getByText(SAVED).waitFor();
    const before = posts();
    const secondTab = await context.newPage();
    await secondTab.goto('/feed');
    await secondTab.getByText(SAVED).waitFor();
    await context.setOffline(false);
    await expectRated(owner, 1);
    await page.getByText(SAVED).waitFor({ state: 'detached' });
    await secondTab.getByText(SAVED).waitFor({ state: 'detached' });
    expect(posts() - before).toBe(1);
    expect((await assessor.user()).tokenCount).toBe(60);
    await context.close();
  }, 120_000);

  it('announces what a submission earned that was sent later', async () => {
    const owner = await ownerWithTest(system);
    const { page, context } = await assessorPhone(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await answerBoth(page);
    await context.setOffline(true);
    await submitButton(page).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(SAVED).waitFor();
    await context.setOffline(false);
    await page.getByText("Back online: 1 assessment sent. You've earned 20 tokens.").waitFor();
    await context.close();
  }, 90_000);

  it('neither shows nor sends it to somebody else on the same device, and tells its maker that it came too late', async () => {
    const owner = await ownerWithTest(system);
    const other = await Person.approvedAssessor(system);
    const { page, context } = await assessorPhone(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await answerBoth(page);
    const posts = countPosts(page, '/api/rating');
    await withEmptyFeed(page);
    await page.route('**/api/rating', (route) => route.abort());
    await submitButton(page).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(SAVED).waitFor();
    const become = (person: Person) =>
      page.evaluate(
        ([token, userId]) => {
          localStorage.setItem('token', token ?? '');
          localStorage.setItem('userId', userId ?? '');
        },
        [person.token, person.userId] as string[],
      );
    await become(other);
    const before = posts();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Log Out' }).waitFor();
    expect(await page.getByText(SAVED).count()).toBe(0);
    expect(posts()).toBe(before);
    await endTest(owner);
    await page.unroute('**/api/rating');
    await become(assessor);
    await page.goto('/account');
    await page.getByText('1 assessment could not be taken any more.').waitFor();
    await page.getByRole('button', { name: 'See why' }).click();
    await page.getByText(OVER).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText(OVER).waitFor({ state: 'detached' });
    await context.close();
  }, 120_000);

  it('loses nothing when the session ends in the middle', async () => {
    const owner = await ownerWithTest(system);
    const { page, context } = await assessorPhone(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await answerBoth(page);
    const another = await context.newPage();
    await another.goto('/privacy-policy');
    await context.clearCookies();
    await another.evaluate(() => localStorage.setItem('token', 'expired'));
    await submitButton(page).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(assessor.email);
    await page.getByLabel('Password', { exact: true }).fill(assessor.password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(`**/testing/${owner.userId}`);
    await ratingSlider(page, 1).waitFor();
    expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('14');
    expect(await ratingSlider(page, 2).getAttribute('aria-valuenow')).toBe('9');
    await submitButton(page).click();
    await page.getByText(EARNED_20).waitFor();
    await expectRated(owner, 1);
    await context.close();
  }, 120_000);

  it('says what happened when the test has ended before the submission, and leads on', async () => {
    const owner = await ownerWithTest(system);
    const { page } = await assessorPhone(browser, system, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await answerBoth(page);
    await endTest(owner);
    await submitButton(page).click();
    await page.getByRole('alert').getByText(OVER).waitFor();
    await page.getByRole('button', { name: 'Next test' }).click();
    await page.waitForURL(/\/(feed|carousel)/);
    await page.context().close();
  }, 90_000);

  it('warns before the reserved place runs out, keeps it on request, and says when it is gone', async () => {
    const owner = await ownerWithTest(system);
    const { page } = await assessorPhone(browser, system, assessor);
    await page.clock.install();
    await openAssessment(page, `/testing/${owner.userId}`);
    await page.clock.fastForward('11:30');
    await page.getByText(/^Your place is held for \d more minutes?\.$/).waitFor();
    await page.getByRole('button', { name: 'Keep my place' }).click();
    await page.getByText(/^Your place is held/).waitFor({ state: 'detached' });
    await page.clock.fastForward('16:00');
    await page
      .getByText('Your place has run out. Nothing is lost: you can still submit while there is room.')
      .waitFor();
    await endTest(owner);
    await page.getByRole('button', { name: 'Hold it again' }).click();
    await page.getByText(OVER).waitFor();
    await page.context().close();
  }, 90_000);

  it('is one assessment in two tabs', async () => {
    const owner = await ownerWithTest(system);
    const { page, context } = await assessorPhone(browser, system, assessor);
    const other = await context.newPage();
    await openAssessment(page, `/testing/${owner.userId}`);
    await openAssessment(other, `/testing/${owner.userId}`);
    await answerBoth(page);
    await eventually(async () => expect(await ratingSlider(other, 2).getAttribute('aria-valuenow')).toBe('9'));
    await submitButton(page).dblclick();
    await page.getByText(EARNED_20).waitFor();
    await other
      .getByText('You have submitted or cancelled this assessment in another tab. There is nothing left to do here.')
      .waitFor();
    await expectRated(owner, 1);
    await context.close();
  }, 90_000);
});
