import { supportRoutes } from '@candid/contracts';
import { eventually, Person, supportAgent, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { openPool } from '../screens/steps.js';
import { withFeedOf } from './assessing-visits.js';
import { shot } from './browser.js';
import { useStage } from './stage.js';
import { translate } from './translator.js';
import { addPhotos, approve, assess, dismissFirstLogin, expectTokens, lookThroughCarousel, signUp } from './visits.js';

const stage = useStage('main-job');

it('five people get from the landing page to a scored photo in the planner, two of them on translated pages', async () => {
  const owner = new Person(stage.system);
  const { page, errors } = await stage.phone();
  await translate(page);
  await signUp(page, owner);
  await page.getByText('Welcome to Candid').waitFor();
  await shot(page, '03-welcome');
  await dismissFirstLogin(page);
  await expectTokens(page, 40);

  await addPhotos(page, await twoPhonePictures());
  await page.getByText('Your first assessment', { exact: true }).waitFor();
  await page.getByText('40 tokens').first().waitFor();
  await shot(page, '05-setup');
  await page.getByRole('button', { name: 'Assess', exact: true }).click();
  await page.getByText('First assessment started').waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByText('Assessing...').waitFor();
  await expectTokens(page, 0);
  const tiles = page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' });
  await eventually(async () => expect(await tiles.count()).toBe(2));
  await shot(page, '05-pool');
  await owner.logIn();

  for (let turn = 1; turn <= 4; turn += 1) {
    const assessor = new Person(stage.system);
    const visit = await stage.phone();
    if (turn === 1) await translate(visit.page);
    await withFeedOf(visit.page, owner.userId);
    await signUp(visit.page, assessor);
    await dismissFirstLogin(visit.page);
    await approve(visit.page);
    await lookThroughCarousel(visit.page, 2);
    await assess(visit.page, [11 + turn, 13 + turn]);
    await visit.page.getByText("You've earned 20 tokens for completing this assessment.").waitFor();
    await shot(visit.page, '10-earned');
    await visit.page.getByRole('button', { name: 'Done' }).click();
    await visit.page.getByText('No tests currently available').waitFor();
    await expectTokens(visit.page, 60);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
    // The owner's page updates without a reload.
    await page.getByRole('button', { name: `Notifications, ${turn} new` }).waitFor();
  }

  await page.getByText('All Complete').waitFor();
  await shot(page, '11-complete');
  expect(await owner.mail((text) => /results/i.test(text))).toContain('/');
  await page.getByRole('button', { name: 'Choose your first profile photo' }).waitFor();
  await page.getByRole('button', { name: 'Your photo, 4 of 4 assessors done' }).first().click();
  await page.getByText(/^\d+ · 4 people rated it$/).waitFor();
  await page.getByText(/^Adjusted for strict and generous assessors: \d+, likely \d+\W+\d+$/).waitFor();
  await shot(page, '12-result');
  await page
    .getByRole('img', {
      name: /^How 4 ratings lie on the scale of 1 to 20\. Average \d+, confidence range .+ Adjusted score \d+/,
    })
    .waitFor();
  // The table has a row for each score, with its count. Assessors may see the photos in different orders.
  const counts = await page.getByRole('table', { name: 'Each rating' }).locator('tbody td').allTextContents();
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(4);
  await shot(page, '12-ratings');
  await page.getByRole('link', { name: 'Compare this photo with others' }).click();
  await page.getByText('Pick one more photo to compare it with.').waitFor();
  await page.getByRole('checkbox', { checked: false }).click();
  await page
    .getByText(/Too close to call|Photo \d is better/)
    .first()
    .waitFor();
  await shot(page, '12-comparison');
  await page.goBack();
  await page
    .getByRole('img', { name: /: of 4 assessors \d says? / })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Move to Profile' }).click();
  await page.getByText('All set').waitFor();
  await shot(page, '13-planner');
  await openPool(page);
  // A message stays as long as the pointer is on it.
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'General Assessment Settings' }).click();
  const stopEarly = page.getByRole('switch', { name: 'Stop early when the result is clear' });
  expect(await stopEarly.isChecked()).toBe(false);
  await stopEarly.click();
  await page.reload();
  await openPool(page);
  await page.getByRole('button', { name: 'General Assessment Settings' }).click();
  await page.getByRole('switch', { name: 'Stop early when the result is clear', checked: true }).waitFor();
  await shot(page, '14-stop-early');
  expect(errors).toEqual([]);

  const support = await supportAgent(stage.system);
  expect((await support.expect(supportRoutes.trialBalance)).sum).toBe(0);
});
