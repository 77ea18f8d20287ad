import { photosRoutes } from '@candid/contracts';
import { eventually, jpegWithExif, type Person, quarterColours, turnedHeic } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { browsers } from './browser.js';
import { DashboardPeople } from './dashboard-people.js';
import { button, onPhone, photosIn, unrated } from './dashboard-steps.js';
import { withoutFaces } from './page-acts.js';
import { useStage } from './stage.js';

const { topLeft, topRight, bottomLeft, bottomRight } = quarterColours;
const turnedRight = [bottomLeft, topLeft, bottomRight, topRight];

async function choose(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(files.map((file) => ({ ...file, mimeType: '' })));
}

const quarters = () => jpegWithExif({ width: 800, height: 1000 });

/** Returns the colour of each quarter of the picture, at a point that no icon of the tile covers. */
async function quartersOf(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const places = [
    [0.25, 0.25],
    [0.6, 0.35],
    [0.25, 0.75],
    [0.6, 0.65],
  ] as const;
  return places.map((place) => colourAt({ data, ...info }, place));
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

function colourAt({ data, width, height }: Pixels, [x, y]: readonly [number, number]): number[] {
  const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [...data.subarray(at, at + 3)];
}

function expectColours(found: number[][], expected: { r: number; g: number; b: number }[]): void {
  const distances = found.map((colour, at) => {
    const { r, g, b } = expected[at]!;
    return Math.hypot(...[r, g, b].map((value, channel) => value - colour[channel]!));
  });
  expect(Math.max(...distances)).toBeLessThan(40);
}

/** Returns the largest rendition of the owner's photo. */
async function storedPicture(page: Page, owner: Person, section: 'testing' | 'unrated', at = 0): Promise<Buffer> {
  const photo = (await owner.photos(section))[at]!;
  const answer = await page.request.get(photo.path);
  expect(answer.status()).toBe(200);
  return answer.body();
}

describe.each(browsers)('a crop in $name', ({ resistsFingerprinting }) => {
  const stage = useStage('crops', { resistsFingerprinting });
  let people: DashboardPeople;
  beforeAll(async () => {
    people = await DashboardPeople.ready(stage.system);
  });

  async function starterOnPhone() {
    const owner = await people.starter();
    const page = await onPhone(stage, owner);
    return { owner, page, faceSearches: await withoutFaces(page) };
  }

  it('is stored as the set-up shows it, turned and straightened, and as it was cropped again', async () => {
    const { owner, page } = await starterOnPhone();
    await button(page, 'Add photos').click();
    await choose(page, [
      { name: 'one.jpg', buffer: await quarters() },
      { name: 'two.jpg', buffer: await quarters() },
    ]);
    const straighten = page.getByRole('slider', { name: 'Straighten' });
    await page.getByText('Photo 1 of 2').waitFor();
    await button(page, 'Turn right').click();
    await straighten.fill('10');
    await button(page, 'Save').click();
    await page.getByText('Photo 2 of 2').waitFor();
    await button(page, 'Turn left').click();
    await button(page, 'Save').click();

    const tile = (position: number) =>
      page
        .getByRole('img', { name: `Selected photo ${position}` })
        .locator('..')
        .screenshot();
    await page.getByText('Your first assessment', { exact: true }).waitFor();
    expectColours(await quartersOf(await tile(1)), turnedRight);
    await button(page, 'Crop photo 2 again').click();
    await page.getByText('Pinch and/or drag to crop').waitFor();
    await button(page, 'Turn right').click();
    await button(page, 'Save').click();
    await button(page, 'Crop photo 1 again').click();
    await straighten.waitFor();
    expect(await straighten.inputValue()).toBe('10');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await straighten.waitFor({ state: 'detached' });
    expectColours(await quartersOf(await tile(2)), [topLeft, topRight, bottomLeft, bottomRight]);

    await button(page, 'Assess').click();
    await page.getByText('First assessment started').waitFor();
    const pictures = await Promise.all([0, 1].map((at) => storedPicture(page, owner, 'testing', at)));
    const found = await Promise.all(pictures.map(quartersOf));
    const straightened = found.findIndex(([first]) => first![2]! > 180);
    expectColours(found[straightened]!, turnedRight);
    expectColours(found[1 - straightened]!, [topLeft, topRight, bottomLeft, bottomRight]);
    // The boundary between the left and right halves leans: its upper end is right of the middle, its lower end left.
    const { data, info } = await sharp(pictures[straightened]!).raw().toBuffer({ resolveWithObject: true });
    expectColours([colourAt({ data, ...info }, [0.54, 0.1])], [bottomLeft]);
    expectColours([colourAt({ data, ...info }, [0.46, 0.9])], [topRight]);
  });

  it('is made of a HEIC, which this browser cannot show', async () => {
    const { owner, page, faceSearches } = await starterOnPhone();
    await button(page, 'Tap to upload').click();
    await choose(page, [{ name: 'IMG_7.HEIC', buffer: turnedHeic }]);
    await page.getByRole('slider', { name: 'Straighten' }).waitFor();
    await button(page, 'Turn left').click();
    await button(page, 'Save').click();
    await page.getByText('Photo uploaded').waitFor();
    await eventually(async () => expect(faceSearches.length > 0).toBe(!resistsFingerprinting));
    const stored = await storedPicture(page, owner, 'unrated');
    expectColours(await quartersOf(stored), [topLeft, topRight, bottomLeft, bottomRight]);
  });

  it('of a photo that nobody has assessed is made again from its original', async () => {
    const owner = await people.starter();
    const form = await owner.uploadForm([{ bytes: await quarters(), name: 'one.jpg' }], 'unrated');
    const {
      photos: [before],
    } = await owner.expect(photosRoutes.uploadPhotos, { form });
    const page = await onPhone(stage, owner);
    await withoutFaces(page);
    await photosIn(unrated(page)).first().click();
    await button(page, 'Crop again').click();
    await page.getByRole('slider', { name: 'Straighten' }).waitFor();
    await button(page, 'Turn right').click();
    await button(page, 'Save').click();
    await page.getByText('Photo cropped again').waitFor();
    const photos = await owner.photos('unrated');
    expect(photos).toHaveLength(1);
    expect(photos[0]?._id).not.toBe(before?._id);
    expectColours(await quartersOf(await storedPicture(page, owner, 'unrated')), turnedRight);
  });
});
