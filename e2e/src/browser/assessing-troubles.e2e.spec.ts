import { PRODUCT } from '@candid/contracts';
import { eventually, Person } from '@candid/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { endTest, ownerWithTest } from '../people/assessable.js';
import { answerBoth, assessorPhone, openAssessment, ratingSlider, submitButton } from './assessing-visits.js';
import { useStage } from './stage.js';

/** Sets the product's minimum viewing time (0 in other tests): the app must repeat submissions sent too early. */
const env = async () => ({ MIN_LOOK_MS: String(PRODUCT.minLookMs) });
const stage = useStage('assessing-troubles', { env });
const EARNED_20 = "You've earned 20 tokens for completing this assessment.";
const SAVED = '1 assessment saved on this device, sent as soon as possible.';
const OVER =
  'This assessment was already complete or ended, so yours could not be counted. Your balance is unchanged. There are other photos to assess.';

let assessor: Person;

beforeEach(async () => {
  assessor = await Person.approvedAssessor(stage.system);
});

const rated = async (owner: Person) => (await owner.photos('testing')).map(({ testTimesRated }) => testTimesRated);
const expectRated = (owner: Person, times: number) =>
  eventually(async () => expect(await rated(owner)).toEqual([times, times]));
/** Counts the POST requests to a path. */
function countPosts(page: Page, path: string): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

it('the app keeps a submission without a connection, over a reload, and sends it once', async () => {
  const owner = await ownerWithTest(stage.system);
  const { page, context } = await assessorPhone(stage, assessor, { serviceWorkers: 'allow' });
  const posts = countPosts(page, '/api/rating');
  await openAssessment(page, `/testing/${owner.userId}`);
  const isInstalled = () => page.evaluate('navigator.serviceWorker.controller !== null');
  await eventually(async () => expect(await isInstalled()).toBe(true));
  await answerBoth(page);
  await context.setOffline(true);
  await submitButton(page).click();
  const saved = page.getByRole('alertdialog', { name: 'Saved on this device' });
  await saved
    .getByText(
      'There is no connection right now. Your assessment is safe here and is sent as soon as you are back online. It earns tokens if your reserved spot has not expired by then.',
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
});

it('an assessment loses nothing when the session ends in the middle', async () => {
  const owner = await ownerWithTest(stage.system);
  const { page, context } = await assessorPhone(stage, assessor);
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
});

it('the app warns before a slot expires, keeps it on request, and says when it is gone', async () => {
  const owner = await ownerWithTest(stage.system);
  const { page } = await assessorPhone(stage, assessor);
  await page.clock.install();
  await openAssessment(page, `/testing/${owner.userId}`);
  await page.clock.fastForward('11:30');
  await page.getByText(/^Your spot is reserved for \d more minutes?\.$/).waitFor();
  await page.getByRole('button', { name: 'Keep my spot' }).click();
  await page.getByText(/^Your spot is reserved/).waitFor({ state: 'detached' });
  await page.clock.fastForward('16:00');
  await page
    .getByText(
      'Your reserved spot has expired. Your ratings and comments are still here. Reserve a spot again before you submit; without one you earn no tokens.',
    )
    .waitFor();
  await endTest(owner);
  await page.getByRole('button', { name: 'Reserve it again' }).click();
  await page.getByText(OVER).waitFor();
  await page.context().close();
});

it('two tabs share one assessment', async () => {
  const owner = await ownerWithTest(stage.system);
  const { page, context } = await assessorPhone(stage, assessor);
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
});
