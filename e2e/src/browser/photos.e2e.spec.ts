import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { portrait } from '../screens/pictures.js';
import { DashboardPeople } from './dashboard-people.js';
import {
  button,
  chooseFiles,
  cutOff,
  dragTo,
  expectCount,
  hasPlanned,
  lifted,
  listen,
  onDesk,
  onPhone,
  photosIn,
  planner,
  rated,
  said,
  unrated,
} from './dashboard-steps.js';
import { withoutFaces } from './page-acts.js';
import { itInChromium, useStage } from './stage.js';

const stage = useStage('photos');
let people: DashboardPeople;

beforeAll(async () => {
  people = await DashboardPeople.ready(stage.system);
});

describe('photos', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await people.settledOwner();
  });

  it('are dragged with a mouse, refused with the reason, and taken back', async () => {
    const page = await onDesk(stage, owner, 1400);
    await photosIn(rated(page)).first().waitFor();
    await dragTo(page, photosIn(unrated(page)).first(), planner(page));
    const refusal = 'This photo needs 3 more rating(s) before you can put it in the Profile Planner';
    await planner(page).locator('..').getByText(refusal).first().waitFor();
    await page.mouse.up();
    await page.getByRole('button', { name: 'Dismiss' }).locator('..').getByText(refusal).waitFor();
    expect(await photosIn(unrated(page)).count()).toBe(2);

    await dragTo(page, photosIn(rated(page)).first(), planner(page));
    await page.getByText('Drop to move to the Profile Planner').waitFor();
    await page.mouse.up();
    await page.getByText('Moved to the Profile Planner').waitFor();
    await expectCount(photosIn(planner(page)), 2);
    await hasPlanned(owner, 2);
    await button(page, 'Undo').click();
    await page.getByText('Moved to the Photo Bank').waitFor();
    await expectCount(photosIn(rated(page)), 1);
    await hasPlanned(owner, 1);
  });

  it('are carried by keyboard onto the docked pool, wherever the page has been scrolled to', async () => {
    const page = await onPhone(stage, owner);
    await listen(page);
    await photosIn(planner(page)).first().focus();
    await page.keyboard.press('Space');
    await lifted(page);
    await page.keyboard.press('ArrowDown');
    await said(page, 'Over the Photo Bank. You can drop it here.');
    await page.keyboard.press('ArrowDown');
    await said(page, 'Over the assessment pool. You can drop it here.');
    const middle = "document.querySelector('[data-carried]').getBoundingClientRect().bottom - 60";
    const docked = 'document.querySelector(\'[aria-label="Assess Photos"]\').getBoundingClientRect().top';
    await eventually(async () => expect(await page.evaluate(`${middle} > ${docked}`)).toBe(true));
    await page.keyboard.press('Escape');
  });

  it('are moved by tapping, and taken back with the keyboard, which keeps the focus on them', async () => {
    const page = await onPhone(stage, owner);
    const photo = photosIn(rated(page)).first();
    await photo.click();
    await button(page, 'Move to Profile').click();
    await page.getByText('Moved to the Profile Planner').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const moved = photosIn(planner(page)).filter({ visible: true });
    await expectCount(moved, 2);
    await page.keyboard.press('Control+z');
    await page.getByText('Moved to the Photo Bank').waitFor();
    await hasPlanned(owner, 1);
    const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
    await eventually(async () => expect(await focused()).toMatch(/^Your photo/));

    await page.keyboard.press('Enter');
    await button(page, 'Move to Profile').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasPlanned(owner, 2);
    await button(page, 'Undo').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Moved to the Photo Bank').waitFor();
    await hasPlanned(owner, 1);
    await eventually(async () => expect(await focused()).toMatch(/^Your photo/));
  });
});

describe('an upload', () => {
  it('crops several, zooms, turns, asks before it drops them, and is tried again without storing twice', async () => {
    const owner = await people.starter();
    const page = await onPhone(stage, owner);
    await withoutFaces(page);
    await button(page, 'Tap to upload').click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText('notes.txt is not a photo that can be read here.').waitFor();
    await chooseFiles(page, 3);
    await page.getByText('Photo 1 of 3').waitFor();
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await zoom.waitFor();
    await button(page, 'Zoom in').click();
    expect(await zoom.inputValue()).toBe('1.2');
    await page.getByLabel('Crop. Arrow keys move the photo, plus and minus zoom.').press('+');
    expect(await zoom.inputValue()).toBe('1.4');
    await button(page, 'Turn right').click();
    expect(await zoom.inputValue()).toBe('1.4');
    await button(page, 'Save').click();
    await page.getByText('Photo 2 of 3').waitFor();
    await button(page, 'Back to the previous photo').click();
    await page.getByText('Photo 1 of 3').waitFor();
    await zoom.waitFor();
    expect(await zoom.inputValue()).toBe('1.4');
    await button(page, 'Save').click();
    await page.getByText('Photo 2 of 3').waitFor();
    await button(page, 'Cancel all photos').click();
    await page.getByText('Cancel all 3 photos?').waitFor();
    await button(page, 'Keep cropping').click();
    await button(page, 'Save').click();
    const mend = await cutOff(page, 'upload-photos');
    await page.getByText('Photo 3 of 3').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Uploading 3 photos...').waitFor();
    await page.getByText('Error uploading photo.').waitFor();
    await mend();
    await button(page, 'Try again').click();
    await page.getByText('3 photos uploaded').waitFor();
    await photosIn(unrated(page)).nth(2).waitFor();
    expect(await owner.photos('unrated')).toHaveLength(3);
  });

  it('zooms from 1 to 3 by the wheel, 0.2 a notch', async () => {
    const page = await onDesk(stage, await people.starter());
    await withoutFaces(page);
    await button(page, 'Tap to upload').click();
    await chooseFiles(page, 1);
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await zoom.waitFor();
    await page.getByTestId('container').hover();
    const turnTo = async (expected: string, notchPx: number) => {
      await page.mouse.wheel(0, notchPx);
      await eventually(async () => expect(await zoom.inputValue()).toBe(expected));
    };
    expect(await zoom.inputValue()).toBe('1');
    for (const next of ['1.2', '1.4', '1.6', '1.8', '2', '2.2', '2.4', '2.6', '2.8', '3']) await turnTo(next, -100);
    await turnTo('3', -100);
    await turnTo('2.8', 100);
    for (let notch = 0; notch < 10; notch += 1) await page.mouse.wheel(0, 100);
    await turnTo('1', 100);
  });

  itInChromium('proposes a crop around the face that is found, unless the person has begun to crop', async () => {
    const page = await onPhone(stage, await people.starter());
    const sizes: number[] = [];
    const answering = Promise.withResolvers<void>();
    const crop = { left: 0.25, top: 0.1, width: 0.5, height: 0.5 };
    await page.route('**/api/find-face', async (route) => {
      sizes.push(Buffer.from(route.request().postDataJSON().jpeg, 'base64').length);
      if (sizes.length > 1) await answering.promise;
      await route.fulfill({ json: { success: true, faces: 1, crop } });
    });
    await button(page, 'Tap to upload').click();
    await chooseFiles(page, 2);
    const framed = page.getByText('We framed what looks like a face.');
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await framed.waitFor();
    await eventually(async () => expect(await zoom.inputValue()).toBe('2'));
    await button(page, 'Save').click();
    await page.getByText('Photo 2 of 2').waitFor();
    await zoom.waitFor();
    await button(page, 'Zoom in').click();
    const answered = page.waitForResponse('**/api/find-face');
    answering.resolve();
    await (await answered).finished();
    await button(page, 'Zoom in').click();
    expect(await zoom.inputValue()).toBe('1.4');
    for (const size of sizes) expect(size).toBeLessThan(200_000);
  });

  it('refuses a file that is no photo before it is cropped, with the reason of the server', async () => {
    const page = await onPhone(stage, await people.starter());
    await button(page, 'Tap to upload').click();
    const buffer = Buffer.from('\0\0\0\x1cftypheic, not for any browser');
    await page.locator('input[type=file]').setInputFiles({ name: 'IMG_7.HIF', mimeType: '', buffer });
    await page
      .getByRole('alert')
      .getByText(/IMG_7\.HIF/)
      .waitFor();
    expect(await button(page, 'Save').isEnabled()).toBe(false);
    await button(page, 'Choose another photo').click();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  it('refuses a file of more than 15 MB before it is sent', async () => {
    const page = await onPhone(stage, await people.starter());
    await button(page, 'Tap to upload').click();
    const folder = await mkdtemp(join(tmpdir(), 'candid-large-'));
    const large = join(folder, 'large.jpg');
    await writeFile(large, Buffer.concat([await portrait(2, 1), Buffer.alloc(15 * 1024 * 1024)]));
    await page.locator('input[type=file]').setInputFiles(large);
    await page.getByRole('alert').getByText('large.jpg is larger than 15 MB.').waitFor();
    await rm(folder, { recursive: true });
  });
});
