import { readFile } from 'node:fs/promises';
import { photosRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { RatedOwner } from '../people/rated-owner.js';
import { altered } from '../screens/answers.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';
import { swipeLeft } from './visits.js';

const stage = useStage('first-week');
/** With both photos in the planner. */
let owner: Person;
beforeAll(async () => {
  owner = await ownerWithTwoPlanned();
});

async function ownerWithTwoPlanned(): Promise<Person> {
  const { person, banked } = await RatedOwner.ready(stage.system);
  await person.expect(photosRoutes.setProfile, { params: { photoId: banked } });
  return person;
}

async function visit(): Promise<Page> {
  const { page } = await stage.phone();
  await openAs(page, owner, '/profile');
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const checklist = (page: Page) => page.getByRole('region', { name: 'First week', exact: true });
const standing = (page: Page, progress: string, description: string) =>
  page.getByRole('button', { name: progress, exact: true, description }).waitFor();

/** Nothing to scroll sideways for with letters of twice the size on a narrow phone. */
async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 844 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(size);
}

describe('the first week', () => {
  it('has a checklist that leads from step to step and says once all are done', async () => {
    const page = await visit();
    await standing(page, 'First week: 2 of 4 done', 'Next: get profile comments');
    const main = button(page, 'New assessment');
    const { y, height } = (await main.boundingBox())!;
    expect(y + height).toBeLessThan(page.viewportSize()!.height);
    await button(page, /^First week/).click();
    await checklist(page).getByText('Available once').waitFor({ state: 'detached' });
    await expectNarrow(page);
    await button(page, 'Ask people').click();
    await page
      .getByRole('dialog', { name: 'Profile Assessment' })
      .getByRole('button', { name: 'Assess', exact: true })
      .click();
    await standing(page, 'First week: 3 of 4 done', 'Next: compare two photos');
    await checklist(page).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Side by side' }).waitFor();
    await page.goBack();
    await checklist(page).getByRole('heading', { name: 'First week: all done' }).waitFor();
    await button(page, 'Hide checklist').focus();
    await page.keyboard.press('Enter');
    await checklist(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.reload();
    await main.waitFor();
    expect(await checklist(page).count()).toBe(0);
  });

  it('has a preview that shows the planner in its order and turns by button, key and thumb', async () => {
    const page = await visit();
    await button(page, 'Preview').click();
    const sheet = page.getByRole('dialog', { name: 'Profile preview' });
    await sheet.getByText('Newest photo first.').waitFor();
    const shown = (at: number) => sheet.getByText(`Photo ${at} of 2`, { exact: true }).waitFor({ state: 'attached' });
    await shown(1);
    await sheet.getByText('1 of 2 · people see this one first').waitFor();
    expect(await sheet.getByText(/score \d|Fair \d/).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Next photo' }).click();
    await shown(2);
    await page.keyboard.press('ArrowLeft');
    await shown(1);
    await sheet.getByRole('button', { name: 'Show photo 2' }).click();
    await shown(2);
    await sheet.getByRole('button', { name: 'Suggest an order' }).click();
    await sheet.getByText('Suggested order, by fair score.').waitFor();
    await shown(1);
    await swipeLeft(page);
    await shown(2);
    await expectNarrow(page);
  });

  it('has a preview that saves the pictures in their order as one file, or none of them', async () => {
    const page = await visit();
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    await button(page, 'Preview').click();
    await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 2' }).waitFor();
    const [first, second] = await owner.photos('profile');
    const largest = `**${new URL(second!.path, stage.system.baseUrl).pathname}**`;
    await page.route(largest, (route) => route.fulfill({ status: 403, body: '' }));
    await button(page, 'Save these pictures').click();
    await page
      .getByRole('alert')
      .getByText(/^Picture 2 could not be fetched, so nothing was downloaded\./)
      .waitFor();
    expect(saved).toEqual([]);

    await page.unroute(largest);
    const download = page.waitForEvent('download');
    await button(page, 'Save these pictures').click();
    await page.getByText('Done. profile-pictures.zip is in your downloads.').waitFor();
    const files = filesIn(await readFile(await (await download).path()));
    expect(saved).toEqual(['profile-pictures.zip']);
    expect(files.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
    for (const [at, photo] of [first!, second!].entries()) {
      const { format, width, height, exif, icc, xmp } = await sharp(files[at]!.bytes).metadata();
      expect({ format, width, height, exif, xmp }).toEqual({ format: 'jpeg', width: 1080, height: 1350 });
      expect(icc === undefined || icc.length < 1000).toBe(true);
      const stored = Buffer.from(await (await fetch(new URL(photo.path, stage.system.baseUrl))).arrayBuffer());
      expect(await differenceOf(files[at]!.bytes, stored)).toBeLessThan(3);
      expect(await differenceOf(files[1 - at]!.bytes, stored)).toBeGreaterThan(3);
    }
  });
});

describe('the preview', () => {
  it('leaves out a photo that is under review', async () => {
    const { page } = await stage.phone();
    await altered(page, 'cameraroll-photos-profile/*', (answer) => {
      const [held, ...others] = (answer as { photos: object[] }).photos;
      return { ...(answer as object), photos: [{ ...held, moderation: 'held' }, ...others] };
    });
    await openAs(page, owner, '/profile');
    await button(page, 'Preview').click();
    await page.getByText('1 photo is under review and is left out.').waitFor();
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(1);
  });
});

/** Of a ZIP archive whose files are stored as they are, from its directory. */
function filesIn(archive: Buffer): { name: string; bytes: Buffer }[] {
  const end = archive.length - 22;
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const nameLength = archive.readUInt16LE(at + 28);
    const start = archive.readUInt32LE(at + 42) + 30 + nameLength;
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 24));
    at += 46 + nameLength;
    return { name, bytes };
  });
}

/** Mean difference of two pictures, of 255. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(40, 50).removeAlpha().raw().toBuffer()),
  );
  return first!.reduce((sum, value, at) => sum + Math.abs(value - second![at]!), 0) / first!.length;
}
