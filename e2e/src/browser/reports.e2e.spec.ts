import { Person } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ownerWithTest } from '../people/assessable.js';
import { reported } from '../screens/safety-answers.js';
import {
  answerPhoto,
  assessorDesk,
  assessorPhone,
  openAssessment,
  ratingSlider,
  withEmptyFeed,
} from './assessing-visits.js';
import { KeyboardPerson } from './keyboard.js';
import { useStage } from './stage.js';

const stage = useStage('reports');

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** Stubs the report and block calls with a success. @returns the list of requests, filled as the page sends them */
async function recorded(page: Page): Promise<Sent[]> {
  const sent: Sent[] = [];
  const answer = (path: RegExp, json: object, status = 200) =>
    page.route(path, async (route) => {
      const request = route.request();
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
      sent.push({ path: `${request.method()} ${new URL(request.url()).pathname}`, body: request.postDataJSON() });
      await route.fulfill({ status, json });
    });
  await answer(/\/api\/report$/, reported, 202);
  await answer(/\/api\/block(\/|$)/, { success: true });
  return sent;
}

it('an assessor reports a photo by the keyboard alone, keeps the other ratings, and never sees it again', async () => {
  const owner = await ownerWithTest(stage.system);
  const photoIds = (await owner.photos('testing')).map(({ _id }) => String(_id));
  const page = await assessorDesk(stage, await Person.approvedAssessor(stage.system));
  const sent = await recorded(page);
  const keys = new KeyboardPerson(page);
  await openAssessment(page, `/testing/${owner.userId}`);
  await answerPhoto(page, 2, 9);
  await keys.goTo(page.getByRole('button', { name: 'Report photo 1' }), 'Shift+Tab');
  await keys.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Report this photo' });
  await sheet.waitFor();
  await keys.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await keys.expectFocusKept();
  await ratingSlider(page, 1).focus();
  await keys.press('r');
  await keys.goTo(sheet.getByRole('radio', { name: 'Sexual content' }));
  await keys.press(...Array<string>(6).fill('ArrowDown'));
  await keys.activate(sheet.getByRole('button', { name: 'Send report' }));
  await sheet.getByText('Please say in a few words what is wrong.').waitFor();
  await keys.goTo(sheet.getByLabel('What is wrong?'), 'Shift+Tab');
  await page.keyboard.type('It is a drawing.');
  await keys.activate(sheet.getByRole('button', { name: 'Send report' }));
  await page.getByRole('dialog', { name: 'Thank you, your report is sent' }).waitFor();
  await keys.expectFocusKept();
  expect(await page.evaluate(`document.activeElement.closest('[role="dialog"]') !== null`)).toBe(true);
  const photoId = expect.stringMatching(photoIds.join('|'));
  expect(sent).toEqual([{ path: 'POST /api/report', body: { photoId, reason: 'other', text: 'It is a drawing.' } }]);
  await keys.activate(page.getByRole('button', { name: 'Continue with the other photos' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.expectFocusKept();
  await ratingSlider(page, 2).waitFor({ state: 'detached' });
  expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('9');
  await page.context().close();
});

it('an assessor leaves a report by Back, sends one in three taps, and never sees the person again unless that is undone', async () => {
  const owner = await ownerWithTest(stage.system);
  const { page, context, errors } = await assessorPhone(stage, await Person.approvedAssessor(stage.system));
  const sent = await recorded(page);
  await withEmptyFeed(page);
  await page.goto(`/carousel/${owner.userId}`);
  const flag = page.getByRole('button', { name: 'Report photo 1' });
  await flag.tap();
  await page.getByText('Possibly under 18').tap();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toContain(`/carousel/${owner.userId}`);
  await flag.tap();
  await page.getByText('Possibly under 18').tap();
  await page.getByRole('button', { name: 'Send report' }).tap();
  await page.getByText('A moderator will look at this photo, usually within 1 hour.').waitFor();
  expect(sent.map(({ path, body }) => [path, (body as { reason: string }).reason])).toEqual([
    ['POST /api/report', 'minor'],
  ]);
  await page.getByRole('button', { name: "Don't show me this person again" }).tap();
  await page.getByRole('button', { name: "Don't show again" }).tap();
  await page.waitForURL('**/feed');
  await page.getByText('You will not be shown this person again.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await page.waitForURL(`**/carousel/${owner.userId}`);
  await page.getByText('You may be shown this person again.').waitFor();
  expect(sent.slice(1)).toEqual([
    { path: 'POST /api/block', body: { userId: owner.userId } },
    { path: `DELETE /api/block/${owner.userId}`, body: null },
  ]);
  await page.getByText('Photo 1 of 1').first().waitFor({ state: 'attached' });
  expect(errors).toEqual([]);
  await context.close();
});
