import { identityRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { rateAll } from '../people/onboarded.js';
import { altered } from '../screens/answers.js';
import { settled } from '../screens/arrival.js';
import { withFeedOf } from './assessing-visits.js';
import { shot } from './browser.js';
import { lifted, planner } from './dashboard-steps.js';
import { withoutFaces } from './page-acts.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';
import { Fingers, middleOf } from './touch.js';

const stage = useStage('touch');

/** Opens a phone signed in as a person who has dismissed the introduction. */
async function signedIn(person: Person, prepare?: (page: Page) => Promise<unknown>) {
  await person.expect(identityRoutes.dismissFirstLogin, { params: { userId: person.userId } });
  const visit = await stage.phone();
  await prepare?.(visit.page);
  await openAs(visit.page, person, '/profile');
  return { ...visit, fingers: await Fingers.of(visit.page) };
}

async function ownerInTest(): Promise<Person> {
  const owner = await Person.signedUp(stage.system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  return owner;
}

/** Shows the pool as a strip, which it is after the first assessment. */
const laterAssessment = (page: Page) =>
  altered(page, 'get-user/*', (answer) => {
    const { user, ...rest } = answer as { user: object };
    return { ...rest, user: { ...user, hasFirstTested: true, hasCompletedFirstAssessment: true } };
  });

const shows = (page: Page, position: number) =>
  page.getByText(`Photo ${position} of 2`).first().waitFor({ state: 'attached' });

it('a swipe past 15 % of a photo or a flick turns the carousel, and less does not', async () => {
  const owner = await ownerInTest();
  const assessor = await Person.approvedAssessor(stage.system);
  const { page, fingers, errors } = await signedIn(assessor, (fresh) => withFeedOf(fresh, owner.userId));
  await page.getByRole('link', { name: 'Assess' }).tap();
  await page.waitForURL('**/carousel/**');
  await shows(page, 1);
  const photo = page.getByRole('region', { name: 'Photos' }).or(page.locator('[aria-roledescription="carousel"]'));
  const at = await middleOf(photo.first());
  const { width } = page.viewportSize() ?? { width: 0 };
  await fingers.creep(at, { x: -(width * 0.15 - 12) });
  await shows(page, 1);
  await fingers.creep(at, { x: -(width * 0.15 + 24) });
  await shows(page, 2);
  await fingers.creep(at, { x: width * 0.15 - 12 });
  await shows(page, 2);
  await fingers.flick(at, { x: 30 });
  await shows(page, 1);
  await fingers.flick(at, { x: -30 });
  await shows(page, 2);

  await page.getByRole('button', { name: 'Assess', exact: true }).tap();
  await page.waitForURL('**/testing/**');
  const slider = page.getByRole('slider', { name: 'Rating for photo 1' });
  await slider.scrollIntoViewIfNeeded();
  const thumb = await middleOf(slider);
  await fingers.creep(thumb, { y: -60 }, 6);
  await settled(page);
  expect(await slider.getAttribute('aria-valuetext')).toBe('Not rated yet');
  await slider.scrollIntoViewIfNeeded();
  await fingers.creep(await middleOf(slider), { x: 50 });
  // The slider starts at 10.5 and moves by 0.12 per pixel.
  await eventually(async () => expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(15));
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(17);
  expect(errors).toEqual([]);
});

it('a swipe of 50 px turns the introduction, and less does not', async () => {
  const { page, errors } = await stage.phone();
  await openAs(page, await Person.signedUp(stage.system), '/profile');
  const fingers = await Fingers.of(page);
  const slide = (position: number) => page.getByRole('group', { name: `Slide ${position} of 3` });
  const at = await middleOf(slide(1));
  const staysAt = async (position: number) => {
    await settled(page);
    expect(await slide(position).count()).toBe(1);
  };
  await fingers.creep(at, { x: -49 });
  await staysAt(1);
  await fingers.creep(at, { x: -51 });
  await slide(2).waitFor();
  await fingers.creep(at, { x: 49 });
  await staysAt(2);
  await fingers.creep(at, { x: 51 });
  await slide(1).waitFor();
  expect(errors).toEqual([]);
});

it('a pull of more than 80 px closes a sheet, opens and folds the pool, and less does not', async () => {
  const { page, fingers, errors } = await signedIn(await ownerInTest(), laterAssessment);
  await page.getByText('Assessing...').waitFor();
  const pool = page.getByRole('button', { name: 'Assessing...' });
  const handle = async () => {
    const box = await pool.boundingBox();
    return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 8 };
  };
  const still = () =>
    eventually(async () => {
      const [one, other] = [await handle(), await handle()];
      expect(one.y).toBe(other.y);
    });
  const pullUp = async () => {
    await fingers.creep(await handle(), { y: -70 }, 4);
    await settled(page);
    expect(await pool.getAttribute('aria-expanded')).toBe('false');
    await fingers.creep(await handle(), { y: -110 }, 4);
    await page.getByRole('button', { name: 'Assessing...', expanded: true }).waitFor();
    await still();
  };
  await pullUp();
  await fingers.creep(await handle(), { y: 70 }, 4);
  await settled(page);
  expect(await pool.getAttribute('aria-expanded')).toBe('true');
  await fingers.creep(await handle(), { y: 110 }, 4);
  await page.getByRole('button', { name: 'Assessing...', expanded: false }).waitFor();
  await shot(page, 'touch-pool-folded');
  await still();
  await pullUp();

  await page.getByRole('button', { name: 'Looking For' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Looking For' });
  const top = await middleOf(sheet.getByRole('heading', { name: 'Looking For' }));
  await fingers.creep(top, { y: 70 }, 4);
  await settled(page);
  expect(await sheet.count()).toBe(1);
  await fingers.creep(await middleOf(sheet.getByRole('heading', { name: 'Looking For' })), { y: 120 }, 4);
  await sheet.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

it('two fingers zoom the crop', async () => {
  const { page, fingers, errors } = await signedIn(await Person.signedUp(stage.system), withoutFaces);
  await page.getByRole('button', { name: 'Add photos' }).tap();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').locator('button', { hasText: 'Upload photos' }).tap();
  const files = await twoPhonePictures();
  await (await choosing).setFiles(files.map(({ name, bytes }) => ({ name, buffer: bytes, mimeType: 'image/jpeg' })));
  await page.getByText('Pinch and/or drag to crop').waitFor();
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await zoom.waitFor();
  expect(Number(await zoom.inputValue())).toBe(1);
  const picture = await middleOf(page.getByTestId('container'));
  await fingers.spread(picture, 80, 200);
  await eventually(async () => expect(Number(await zoom.inputValue())).toBeGreaterThan(1.5));
  await shot(page, 'touch-crop');
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByText('Photo 2 of 2').waitFor();
  expect(errors).toEqual([]);
});

it('a long press that is quicker than the code for it lifts a photo and carries it into the planner', async () => {
  const owner = await ownerInTest();
  await rateAll(owner, await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system))));
  await eventually(async () => expect((await owner.user()).hasFirstTested).toBe(true));
  const pressed = Promise.withResolvers<void>();
  const { page, fingers, errors } = await signedIn(owner, (fresh) =>
    fresh.route('**/assets/drag-layer-*.js', async (route) => {
      await pressed.promise;
      await route.continue();
    }),
  );
  await page.getByText('All Complete').waitFor();
  // On a phone, these panels cover the path of the drag, so close them first.
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: /^First week: / }).click();
  await page.getByRole('button', { name: 'Hide' }).click();
  const tile = page.getByRole('button', { name: 'Your photo, 4 of 4 assessors done' }).first();
  await tile.scrollIntoViewIfNeeded();
  await settled(page);
  const from = await middleOf(tile);
  const to = await middleOf(page.getByText('Drag or tap to add'));
  await fingers.down(from);
  pressed.resolve();
  await page.getByText('picked up from the assessment pool.').waitFor({ state: 'attached' });
  await lifted(page);
  await fingers.creepOn(from, { x: to.x - from.x, y: to.y - from.y }, 24);
  const over = page.getByText('Over the Profile Planner. You can drop it here.');
  // The page scrolls under a finger near its edge, so aim again as a person does.
  await eventually(async () => {
    if ((await over.count()) > 0) return;
    const { y, height } = (await planner(page).boundingBox())!;
    await fingers.move({ x: to.x, y: Math.max(y, 0) + Math.min(height / 2, 120) });
    expect(await over.count()).toBe(1);
  });
  await shot(page, 'touch-carried');
  await fingers.up();
  await page.getByText('All set. Your first profile photo is in place').waitFor();
  expect(errors).toEqual([]);
});
