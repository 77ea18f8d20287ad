import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photosRoutes } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { RatedOwner } from '../people/rated-owner.js';
import { browsers } from './browser.js';
import { button, onPhone } from './dashboard-steps.js';
import { useStage } from './stage.js';

describe.each(browsers)('the pictures of a profile in $name', ({ resistsFingerprinting }) => {
  const downloadsPath = mkdtempSync(join(tmpdir(), 'candid-downloads-'));
  const stage = useStage('saved-pictures', { resistsFingerprinting, downloadsPath });
  afterAll(() => rm(downloadsPath, { recursive: true }));

  it('are saved in their order as one file, or none of them', async () => {
    const { person, banked } = await RatedOwner.ready(stage.system);
    await person.expect(photosRoutes.setProfile, { params: { photoId: banked } });
    const page = await onPhone(stage, person);
    await button(page, 'Preview').click();
    await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 2' }).waitFor();
    const photos = await person.photos('profile');
    const second = `**${new URL(photos[1]!.path, stage.system.baseUrl).pathname}**`;
    await page.route(second, (route) => route.fulfill({ status: 403, body: '' }));
    await button(page, 'Save these pictures').click();
    await page
      .getByRole('alert')
      .getByText(/^Picture 2 could not be fetched, so nothing was downloaded\./)
      .waitFor();
    expect(await readdir(downloadsPath)).toEqual([]);

    await page.unroute(second);
    await button(page, 'Save these pictures').click();
    const words = page.getByText('Done. profile-pictures.zip is in your downloads.');
    expect(/Its pictures are WebP/.test((await words.textContent())!)).toBe(resistsFingerprinting);
    const saved = await eventually(async () => unzipSync(await onlyFileIn(downloadsPath)));
    const kind = resistsFingerprinting ? { ending: 'webp', format: 'webp' } : { ending: 'jpg', format: 'jpeg' };
    expect(Object.keys(saved)).toEqual([`1.${kind.ending}`, `2.${kind.ending}`]);
    const [first, other] = Object.values(saved);
    for (const [at, { path }] of photos.entries()) {
      const [same, different] = at === 0 ? [first!, other!] : [other!, first!];
      const { format, width, height, exif, icc, xmp } = await sharp(same).metadata();
      expect({ format, width, height, exif, xmp }).toEqual({ format: kind.format, width: 1080, height: 1350 });
      expect(icc === undefined || icc.length < 1000).toBe(true);
      const stored = new Uint8Array(await (await fetch(new URL(path, stage.system.baseUrl))).arrayBuffer());
      expect(await differenceOf(same, stored)).toBeLessThan(3);
      expect(await differenceOf(different, stored)).toBeGreaterThan(3);
    }
  });
});

/** Reads the download from its folder: Chromium renames it, and Firefox does not report that it is complete. */
async function onlyFileIn(folder: string): Promise<Uint8Array> {
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return readFile(join(folder, name!));
}

/** Returns the mean difference of two pictures' channel values (0–255). */
async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(40, 50).removeAlpha().raw().toBuffer()),
  );
  return first!.reduce((sum, value, at) => sum + Math.abs(value - second![at]!), 0) / first!.length;
}
