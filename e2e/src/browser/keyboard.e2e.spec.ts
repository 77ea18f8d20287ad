import { PASSKEY, Person, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { rateAll } from '../people/onboarded.js';
import { withFeedOf } from './assessing-visits.js';
import { KeyboardPerson } from './keyboard.js';
import { withoutFaces } from './page-acts.js';
import { useStage } from './stage.js';

const stage = useStage('keyboard');

async function signUp(keys: KeyboardPerson, person: Person): Promise<void> {
  const { page } = keys;
  await page.goto('/landing');
  await keys.type(page.getByLabel('Email'), person.email);
  await keys.press('Enter');
  await page.getByText('Your 1-time Sign-Up Code will arrive shortly.').waitFor();
  await page.goto(await person.signupLink());
  await keys.type(page.getByLabel('Password', { exact: true }), person.password);
  await keys.type(page.getByLabel('Confirm password'), person.password);
  await keys.activate(page.getByLabel('I confirm that I am 18 or older'), 'Space');
  await keys.activate(page.getByRole('button', { name: 'Sign Up', exact: true }));
  await page.waitForURL('**/profile');
  await page.getByRole('dialog').getByText('Welcome to Candid').waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.expectFocusKept();
}

/** Uploads two pictures and crops each after one zoom step and one arrow key. */
async function addTwoPhotos(keys: KeyboardPerson): Promise<void> {
  const { page } = keys;
  await withoutFaces(page);
  await keys.activate(page.getByRole('button', { name: 'Add photos' }));
  const choosing = page.waitForEvent('filechooser');
  await keys.activate(page.getByRole('dialog').locator('button', { hasText: 'Upload photos' }));
  const files = await twoPhonePictures();
  await (await choosing).setFiles(files.map(({ name, bytes }) => ({ name, buffer: bytes, mimeType: 'image/jpeg' })));
  for (const position of ['Photo 1 of 2', 'Photo 2 of 2']) {
    await page.getByText('Pinch and/or drag to crop').waitFor();
    await page.getByText(position).waitFor();
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await keys.goTo(zoom);
    await keys.press('ArrowRight', 'ArrowRight');
    expect(await zoom.inputValue()).toBe('1.4');
    await keys.activate(page.getByRole('button', { name: 'Turn left' }));
    const straighten = page.getByRole('slider', { name: 'Straighten' });
    await keys.goTo(straighten);
    await keys.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(await straighten.inputValue()).toBe('-1.5');
    await keys.activate(page.getByRole('button', { name: 'Save' }));
  }
  await page.getByText('Your first assessment', { exact: true }).waitFor();
  await keys.activate(page.getByRole('button', { name: 'Assess', exact: true }));
  await page.getByText('First assessment started').waitFor();
  await keys.activate(page.getByRole('button', { name: 'Got it' }));
  await page.getByText('Assessing...').waitFor();
  await keys.expectFocusKept();
}

async function assessFromFeed(keys: KeyboardPerson): Promise<void> {
  const { page } = keys;
  await keys.activate(page.getByRole('link', { name: 'Assess' }));
  await page.waitForURL('**/approve');
  await keys.type(page.getByLabel('Passkey'), PASSKEY);
  await keys.press('Enter');
  await page.waitForURL('**/carousel/**');
  await page.getByText('Photo 1 of 2').first().waitFor({ state: 'attached' });
  await keys.expectFocusKept();
  await keys.press('ArrowRight');
  await page.getByText('Photo 2 of 2').first().waitFor({ state: 'attached' });
  await keys.activate(page.getByRole('button', { name: 'Assess', exact: true }));
  await page.waitForURL('**/testing/**');
  for (const [index, digits] of ['14', '9'].entries()) {
    const slider = page.getByRole('slider', { name: `Rating for photo ${index + 1}` });
    await keys.goTo(slider);
    await keys.press(...digits);
    expect(await slider.getAttribute('aria-valuenow')).toBe(digits);
    await keys.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuenow')).toBe(String(Number(digits) + 1));
    await keys.activate(page.getByRole('button', { name: 'Add comments' }));
    await keys.goTo(page.getByRole('dialog').getByRole('slider'));
    await keys.press('End');
    await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Done' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.expectFocusKept();
  }
  await keys.activate(page.getByRole('button', { name: 'Submit', exact: true }));
  await page.getByText("You've earned 20 tokens for completing this assessment.").waitFor();
  await keys.activate(page.getByRole('button', { name: 'Done' }));
  await page.getByText('No tests currently available').waitFor();
  await keys.expectFocusKept();
}

async function seeTheResult(keys: KeyboardPerson): Promise<void> {
  const { page } = keys;
  await page.getByText('All Complete').waitFor();
  await keys.activate(page.getByRole('button', { name: 'Your photo, 4 of 4 assessors done' }).first());
  await page.getByText(/^\d+ · 4 people rated it$/).waitFor();
  await keys.activate(page.getByRole('button', { name: 'Move to Profile' }));
  await page.getByText('All set').waitFor();
  await keys.expectFocusKept();
}

it('an owner and an assessor do the main job with the keyboard alone', async () => {
  const owner = new Person(stage.system);
  const { page, errors } = await stage.phone();
  const keys = new KeyboardPerson(page);
  await signUp(keys, owner);
  await addTwoPhotos(keys);
  await owner.logIn();

  const visit = await stage.phone();
  await withFeedOf(visit.page, owner.userId);
  const assessing = new KeyboardPerson(visit.page);
  await signUp(assessing, new Person(stage.system));
  await assessFromFeed(assessing);
  expect(visit.errors).toEqual([]);

  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor();
  const others = await Promise.all([1, 2, 3].map(() => Person.approvedAssessor(stage.system)));
  await rateAll(owner, others);
  await seeTheResult(keys);
  expect(errors).toEqual([]);
});
