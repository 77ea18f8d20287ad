import { eventually, Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { firstTest, firstTestDone, rated as rate, start } from '../screens/photo-acts.js';
import { openPool } from '../screens/steps.js';
import { DashboardPeople } from './dashboard-people.js';
import {
  bothSizes,
  button,
  expectCount,
  expectMainAct,
  hasPlanned,
  lifted,
  listen,
  onDesk,
  onPhone,
  photosIn,
  rated,
  said,
  unrated,
} from './dashboard-steps.js';
import { useStage } from './stage.js';

const stage = useStage('dashboard');
let people: DashboardPeople;

beforeAll(async () => {
  people = await DashboardPeople.ready(stage.system);
});

const idsOf = (photos: { _id: string }[]) => photos.map(({ _id }) => _id).sort();

async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your photo, 1 of 4 assessors done' }).first().click();
  await button(page, 'End Assessment').click();
  await page.getByText('Start your first assessment over?').waitFor();
  await page.getByText('the ratings of the other photo are deleted too').waitFor();
  await button(page, 'Start over').click();
}

describe('a newcomer', () => {
  it('starts a reset first assessment again with the same photos, each time for what came back', async () => {
    const owner = await people.starter();
    await firstTest(owner, 3);
    const before = idsOf(await owner.photos('testing'));
    await rate(owner, people.raters.slice(0, 1));
    const page = await onPhone(stage, owner);
    const uploads: string[] = [];
    page.on('request', (request) => request.url().includes('upload-photos') && uploads.push(request.url()));
    await startOver(page);
    await page.getByText('You have been refunded 40 tokens.').waitFor();
    await page.getByText('Your first assessment starts over').waitFor();
    await button(page, 'Done').click();
    // The reset also shows the welcome again.
    await page.getByText('Welcome to Candid').waitFor();
    await button(page, 'Skip').click();
    await button(page, 'Choose others').click();
    await expectCount(page.getByRole('dialog').getByRole('button', { name: /^Photo \d, not rated yet$/ }), 2);
    await button(page, 'Close').click();
    await button(page, 'Use both photos').click();
    await button(page, 'Assess').click();
    await page.getByText('First assessment started').waitFor();
    await button(page, 'Got it').click();
    await page.getByText('Assessing...').waitFor();
    expect(idsOf(await owner.photos('testing'))).toEqual(before);
    expect(uploads).toEqual([]);

    // A reset refunds the used tokens only once.
    await rate(owner, people.raters.slice(1, 2));
    await startOver(page);
    await page.getByText('You have been refunded 30 tokens.').waitFor();
    await button(page, 'Done').click();
    await page.getByText('Welcome to Candid').waitFor();
    await button(page, 'Skip').click();
    await button(page, 'Use both photos').click();
    await page.getByRole('dialog').getByText('30 tokens').first().waitFor();
    await button(page, 'Assess').click();
    await page.getByText('First assessment started').waitFor();
    expect(idsOf(await owner.photos('testing'))).toEqual(before);
    expect((await owner.user()).tokenCount).toBe(0);
  });

  it.each(bothSizes)(
    'has one main act in sight of %s: to add photos, to see the results, to choose a photo',
    async (_, on) => {
      const owner = await people.starter();
      const page = await on(stage, owner);
      await expectMainAct(page, 'Add photos');
      await page.getByRole('heading', { name: 'Find your best photo in three steps' }).waitFor();
      await firstTest(owner, 3);
      await rate(owner, people.raters);
      await firstTestDone(owner);
      await page.reload();
      await expectMainAct(page, 'See your results');
      await button(page, 'Later').click();
      await expectMainAct(page, 'Choose your first profile photo');
      await button(page, 'Choose your first profile photo').press('Enter');
      const choices = page.getByRole('dialog').getByRole('button', { name: /^Photo \d, score \d+ of 20/ });
      await expectCount(choices, 2);
      await choices.first().press('Enter');
      await page.getByText('All set. Your first profile photo is in place').waitFor();
      await hasPlanned(owner, 1);
    },
  );

  it('moves the first photo into the planner by keyboard, and is all set', async () => {
    const owner = await people.starter();
    await firstTest(owner, 1);
    await rate(owner, people.raters);
    await firstTestDone(owner);
    const page = await onPhone(stage, owner);
    await page.getByText('All Complete').waitFor();
    await page
      .getByText(
        "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner",
      )
      .waitFor();
    await listen(page);
    await page.getByRole('button', { name: 'Your photo, 4 of 4 assessors done' }).first().focus();
    await page.keyboard.press('Space');
    await said(page, 'Your photo, 4 of 4 assessors done, picked up from the assessment pool.');
    await lifted(page);
    await page.keyboard.press('ArrowUp');
    await said(
      page,
      'Over the Photo Bank. Not here: Settings and moves are possible once your first assessment is complete.',
    );
    await page.keyboard.press('ArrowUp');
    await said(page, 'Over the Profile Planner. You can drop it here.');
    await page.keyboard.press('Space');
    await said(page, 'Dropped over the Profile Planner.');
    await page.getByText('All set').waitFor();
    await hasPlanned(owner, 1);
  });
});

describe('later assessments', () => {
  it('are set up, started, ended with a refund, and refused where tokens are short', async () => {
    const owner = await people.settledOwner(5);
    const page = await onPhone(stage, owner);
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    await page.getByText('You need 15 more tokens.').waitFor();
    await page.getByRole('link', { name: 'Assess Others' }).waitFor();
    for (let fewer = 4; fewer > 1; fewer -= 1) await button(page, 'Fewer assessors').click();
    await button(page, 'Advanced').click();
    const [ratings, comments] = ['Ratings', 'Comments'].map((name) => page.getByRole('switch', { name, exact: true }));
    await comments!.click();
    expect(await button(page, 'Comment Selection All 49 phrases').isDisabled()).toBe(true);
    await ratings!.click();
    expect([await ratings!.isChecked(), await comments!.isChecked()]).toEqual([false, true]);
    await button(page, 'Comment Selection All 49 phrases').click();
    await page.getByText('Positive only').click();
    await page.getByRole('switch', { name: 'Face' }).click();
    await button(page, 'Done').click();
    await button(page, 'Assess').click();
    await page.getByText('Assessment started').waitFor();
    await page.getByText('Assessing...').waitFor();

    await page.getByRole('button', { name: 'Your photo, 0 of 1 assessor done' }).click();
    await button(page, 'End Assessment').click();
    await page.getByText('End this assessment?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Assessment' }).click();
    await page.getByText('You have been refunded 5 tokens.').waitFor();
  });

  it('tell of new ratings, clear what was seen, and end in the bank, which can be undone', async () => {
    const owner = await people.settledOwner();
    const [photo] = await owner.photos('unrated');
    await start(owner, photo!._id, 1);
    const page = await onPhone(stage, owner);
    await page.getByText('Assessing...').waitFor();
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
    await page.getByText(/new results? since you last looked/).waitFor();
    await button(page, 'Done').click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await rate(owner, [await Person.approvedAssessor(stage.system)]);
    const refresh = page.getByRole('button', { name: 'Refresh, there are new ratings' });
    await refresh.click();
    await refresh.waitFor({ state: 'detached' });
    await page.getByText('All Complete').waitFor();
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
    await page.getByRole('button', { name: /\b1 new rating · now \d+/ }).click();
    await page.getByRole('tab', { name: 'Comments' }).waitFor();
    await button(page, 'Close').click();

    await openPool(page);
    await button(page, 'Keep in Bank: photo 1').click();
    await page.getByText('Moved to the Photo Bank').waitFor();
    await page.getByText('Assess Photos').waitFor();
    await expectCount(photosIn(rated(page)), 2);
    await button(page, 'Undo').click();
    await page.getByText('All Complete').waitFor();
    expect(await owner.photos('testing')).toHaveLength(1);
    await button(page, 'Keep in Bank: photo 1').click();
    await button(page, 'Dismiss').click();
    await eventually(async () => expect(await owner.photos('testing')).toHaveLength(0));
  });
});

describe('the lower edge of a phone', () => {
  /** Returns the share of the screen's height that is below the top edge of this region. */
  const covered = (page: Page, region: string) =>
    page.evaluate(`(() => {
      const { top } = document.querySelector('[aria-label="${region}"]').getBoundingClientRect();
      return (innerHeight - top) / innerHeight;
    })()`);

  it('is covered by a fifth at most; the pool opens by tap and by key', async () => {
    const owner = await people.settledOwner();
    const [photo] = await owner.photos('unrated');
    await start(owner, photo!._id, 1);
    const page = await onPhone(stage, owner);
    expect(page.viewportSize()).toEqual({ width: 390, height: 844 });
    const pool = page.getByRole('region', { name: 'Assessing...' });
    await pool.getByText(/^1 running · by about /).waitFor();
    expect((await pool.boundingBox())?.height).toBe(64);
    expect(await covered(page, 'Assessing...')).toBeLessThanOrEqual(1 / 5);
    const toggle = pool.getByRole('button', { name: 'Assessing...' });
    await toggle.click();
    await button(page, 'General Assessment Settings').waitFor();
    await toggle.press('Enter');
    await button(page, 'General Assessment Settings').waitFor({ state: 'detached' });
    const thumbnail = pool.getByRole('button', { name: 'Your photo, 0 of 1 assessor done' });
    await listen(page);
    await thumbnail.focus();
    await page.keyboard.press('Space');
    await said(page, 'Your photo, 0 of 1 assessor done, picked up from the assessment pool.');
    await lifted(page);
    await page.keyboard.press('ArrowUp');
    await said(page, 'Over the Photo Bank. You can drop it here.');
    await page.keyboard.press('Escape');
    await thumbnail.click();
    await button(page, 'End Assessment').waitFor();
  });
});

describe('panels and dialogs', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await people.settledOwner();
  });

  it('have a scrollbar to drag and to click with a mouse', async () => {
    const page = await onDesk(stage, owner);
    await page.setViewportSize({ width: 1280, height: 620 });
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    await button(page, 'Advanced').click();
    await button(page, 'Comment Selection All 49 phrases').click();
    const dialog = page.getByRole('dialog', { name: 'Comment Selection' });
    const handle = dialog.locator('.os-scrollbar-vertical .os-scrollbar-handle');
    await handle.waitFor();
    const box = await handle.boundingBox();
    expect(box?.width).toBe(8);
    expect(box?.height).toBeGreaterThanOrEqual(70);
    await page.mouse.move(box!.x + 4, box!.y + 20);
    await page.mouse.down();
    await page.mouse.move(box!.x + 4, box!.y + 140, { steps: 6 });
    await page.mouse.up();
    const moved = await handle.boundingBox();
    expect(moved!.y).toBeGreaterThan(box!.y + 80);
  });
});
