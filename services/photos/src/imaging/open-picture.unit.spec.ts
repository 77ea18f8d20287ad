import { turnedHeic, u32 } from '@candid/testing';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { avifOf, croppedHeic, heicWith, pngWith, withBrands } from './coded.fixture.spec.js';
import { ImageRefusedError } from './image-refused-error.js';
import { openPicture } from './open-picture.js';

/** Returns the pixel at these fractions of width and height. */
async function pixelOf(bytes: Uint8Array, [across, down]: readonly [number, number] = [0.5, 0.5]): Promise<number[]> {
  const picture = await openPicture(bytes);
  const { width, height, data } = await picture.read({ width: picture.width, height: picture.height });
  const at = (Math.floor(down * height) * width + Math.floor(across * width)) * 3;
  return [...data.subarray(at, at + 3)];
}

const expectNear = (found: number[], expected: readonly number[], most = 3): void => {
  const distance = Math.max(...found.map((number, channel) => Math.abs(number - expected[channel]!)));
  expect({ found, isNear: distance <= most }).toEqual({ found, isNear: true });
};

const refusalOf = (bytes: Uint8Array) =>
  pixelOf(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof ImageRefusedError ? error.refusal : error),
  );

/** Each row: coded numbers, code points, and the colour that Chromium 156 shows. */
const CODED: [string, number[], { primaries: number; transfer: number }, number[]][] = [
  ['Display P3', [200, 100, 50], { primaries: 12, transfer: 13 }, [215, 93, 31]],
  ['BT.2020', [200, 100, 50], { primaries: 9, transfer: 1 }, [241, 76, 29]],
  ['linear', [128, 128, 128], { primaries: 1, transfer: 8 }, [188, 188, 188]],
  ['PQ', [148, 148, 148], { primaries: 9, transfer: 16 }, [187, 187, 187]],
  ['HLG', [128, 128, 128], { primaries: 9, transfer: 18 }, [99, 99, 99]],
];

describe('colours by code points', () => {
  it.each(CODED)('AVIF in %s, of 8 and of 10 bits', async (_, numbers, colours, expected) => {
    expectNear(await pixelOf(await avifOf(numbers, colours)), expected);
    expectNear(await pixelOf(await avifOf(numbers, colours, 10)), expected);
  });

  it.each(CODED)('PNG in %s', async (name, numbers, { primaries, transfer }, expected) => {
    const png = await pngWith(numbers, { cICP: Buffer.from([primaries, transfer, 0, 1]) });
    expectNear(await pixelOf(png), name === 'BT.2020' ? [239, 63, 5] : expected);
  });

  /** Each row has the expected colour of the upper right quarter. */
  it.each([
    ['sRGB', { primaries: 1, transfer: 13 }, [202, 59, 49]],
    ['Display P3', { primaries: 12, transfer: 13 }, [220, 40, 40]],
    ['Display P3 of a limited range', { primaries: 12, transfer: 13, isFullRange: false }, [233, 21, 22]],
    ['the matrix of BT.709', { primaries: 1, transfer: 13, matrix: 1 }, [217, 76, 45]],
    ['the matrix of BT.2020', { primaries: 1, transfer: 13, matrix: 9 }, [209, 69, 47]],
  ])('HEIC in %s', async (_, nclx, expected) => {
    expectNear(await pixelOf(heicWith(nclx), [0.75, 0.25]), expected, 6);
  });
});

describe('PNG', () => {
  it('is shown by its gAMA, unless that is the one of sRGB or a profile is there', async () => {
    expectNear(await pixelOf(await pngWith([128, 128, 128], { gAMA: u32(100_000) })), [188, 188, 188]);
    expectNear(await pixelOf(await pngWith([128, 128, 128], { gAMA: u32(55_556) })), [146, 146, 146]);
    expectNear(await pixelOf(await pngWith([200, 100, 50], { gAMA: u32(45_455) })), [200, 100, 50], 0);
    const both = { sRGB: Buffer.from([0]), gAMA: u32(100_000) };
    expectNear(await pixelOf(await pngWith([128, 128, 128], both)), [128, 128, 128], 0);
  });

  it('in PQ is shown by the brightest that it says it has, or that its display had', async () => {
    const cICP = Buffer.from([9, 16, 0, 1]);
    const shown = async (chunks: Record<string, Buffer>) =>
      (await pixelOf(await pngWith([148, 148, 148], { cICP, ...chunks })))[0];
    const display = (nits: number) => Buffer.concat([Buffer.alloc(16), u32(nits * 10_000, 50)]);
    expect(Math.abs((await shown({ cLLI: u32(4_000_000, 1_000_000) }))! - 229)).toBeLessThanOrEqual(1);
    expect(Math.abs((await shown({ mDCV: display(600) }))! - 212)).toBeLessThanOrEqual(1);
    expect(Math.abs((await shown({ cLLI: u32(0, 0), mDCV: display(4_000) }))! - 187)).toBeLessThanOrEqual(1);
  });

  it('is refused with a matrix, which browsers do not show; nothing is guessed from a chunk of another length', async () => {
    expect(await refusalOf(await pngWith([200, 100, 50], { cICP: Buffer.from([12, 13, 1, 1]) }))).toBe('feature');
    const odd = { cICP: Buffer.from([12, 13, 0]), gAMA: Buffer.from([0, 0]) };
    expectNear(await pixelOf(await pngWith([200, 100, 50], odd)), [200, 100, 50], 0);
  });
});

describe('a profile', () => {
  const deep = (colour: { r: number; g: number; b: number }) =>
    sharp({ create: { width: 40, height: 50, channels: 3, background: colour } })
      .toColourspace('rgb16')
      .withIccProfile('p3');

  it('counts in pictures of more than 8 bits too', async () => {
    const colour = { r: 220, g: 40, b: 40 };
    expectNear(await pixelOf(await deep(colour).png().toBuffer()), [220, 40, 40]);
    expectNear(await pixelOf(await deep(colour).avif({ bitdepth: 10, lossless: true }).toBuffer()), [220, 40, 40]);
  });
});

describe('a JPEG in the inks of print', () => {
  const dark = { r: 40, g: 40, b: 40 };
  const printed = () =>
    sharp({ create: { width: 40, height: 50, channels: 3, background: dark } }).toColourspace('cmyk');

  it('has the colours of its profile, whose black is not that of a screen', async () => {
    expectNear(
      await pixelOf(await printed().withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer()),
      [61, 53, 61],
      6,
    );
  });

  it('without a profile loses light with each ink', async () => {
    const jpeg = await printed().jpeg({ quality: 100 }).toBuffer();
    const [cyan, magenta, yellow, black] = await sharp(jpeg)
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer();
    const expected = [cyan, magenta, yellow].map((ink) => ((255 - ink!) * (255 - black!)) / 255);
    expectNear(await pixelOf(jpeg), expected, 1);
  });
});

describe('a file of the HEIF family', () => {
  it.each(['mif1', 'mif2', 'miaf', 'heim', 'heix', 'msf1'])('is read with the first brand %s', async (brand) => {
    expectNear(await pixelOf(withBrands(turnedHeic, brand), [0.75, 0.25]), [220, 40, 40], 6);
    const avif = await avifOf([200, 100, 50], { primaries: 1, transfer: 13 });
    expectNear(await pixelOf(withBrands(avif, brand, 'avif')), [200, 100, 50]);
  });

  it.each(['avis', 'avio'])('is read as AVIF with the first brand %s', async (brand) => {
    const avif = await avifOf([200, 100, 50], { primaries: 1, transfer: 13 });
    expectNear(await pixelOf(withBrands(avif, brand, 'avif')), [200, 100, 50]);
  });

  it('says that it cannot be read here where it is coded in another way, and that it is damaged only where it is', async () => {
    const other = Buffer.from(turnedHeic);
    other.write('jpeg', other.indexOf('hvc1'), 'latin1');
    expect(await refusalOf(other)).toBe('feature');
    expect(await refusalOf(turnedHeic.subarray(0, 200))).toBe('broken');
  });

  it('says that it cannot be read here where so much is cropped that libheif does not decode it', async () => {
    expect(await refusalOf(croppedHeic())).toBe('feature');
  });
});
