import { assessmentsRoutes, identityRoutes } from '@candid/contracts';
import { eventually, Person, submissionFor, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useStage } from '../browser/stage.js';
import { addPhotos, dismissFirstLogin, expectTokens, signUp } from '../browser/visits.js';
import { reportBounce, returnPathOf } from '../people/bounces.js';
import { resetTokenOf } from '../people/reset-mail.js';

const ARE_SHOWN = `(() => {
  const pictures = [...document.images].filter(({ src }) => src.includes('/media/'));
  return pictures.length >= 2 && pictures.every(({ naturalWidth }) => naturalWidth > 0);
})()`;

const tilesOf = (page: Page) => page.getByRole('button', { name: 'Your photo, 0 of 4 assessors done' });

const stage = useStage('containers-app');

/** Tests the edge: its headers, and uploads, pictures and server-sent events through it. */
it('serves the app through the edge from the landing page to a rating that arrives without a reload', async () => {
  const owner = new Person(stage.system);
  const { page, errors } = await stage.phone();
  await signUp(page, owner);
  await dismissFirstLogin(page);
  await expectTokens(page, 40);
  await addPhotos(page, await twoPhonePictures());
  await page.getByRole('button', { name: 'Assess', exact: true }).click();
  await page.getByText('First assessment started').waitFor();
  await page.getByRole('button', { name: 'Got it' }).click();
  await eventually(async () => expect(await tilesOf(page).count()).toBe(2));
  await page.waitForFunction(ARE_SHOWN);

  const assessor = await Person.approvedAssessor(stage.system);
  await owner.logIn();
  // The owner sees the photos before assessors can open the assessment.
  const body = await eventually(() => submissionFor(assessor, owner.userId, 12));
  await assessor.expect(assessmentsRoutes.submitRatings, { body });
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor();
  expect(errors).toEqual([]);
});

it('tells a person that mails come back, and sends mails again after the person says that they arrive', async () => {
  const person = new Person(stage.system);
  const { email } = person;
  const { page, errors } = await stage.phone();
  await signUp(page, person);
  await dismissFirstLogin(page);
  await person.logIn();
  await person.expect(identityRoutes.requestPasswordReset, { body: { email } });
  const token = await resetTokenOf(person);
  expect(await reportBounce(stage.system, await returnPathOf(stage.system, person))).toBe(200);
  await eventually(async () => expect((await person.user()).emailBouncedAt).not.toBeNull());

  await page.reload();
  const notice = page.getByText(`Our emails to ${email} come back`);
  await notice.waitFor();
  await page.getByRole('button', { name: 'It works again' }).click();
  await notice.waitFor({ state: 'detached' });
  await person.expect(identityRoutes.requestPasswordReset, { body: { email } });
  await eventually(async () => expect(await resetTokenOf(person)).not.toBe(token));
  expect(errors).toEqual([]);
});
