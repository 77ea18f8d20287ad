import { crc32, deflateSync } from 'node:zlib';
import { type ExifOrientation, jpegWithExif, quarterColours, turnedHeic } from '@candid/testing';
import { describe, expect, it } from '@jest/globals';
import realSharp from 'sharp';
import { ImageRefusedError } from './image-refused-error.js';
import { previewPicture, type RenderedPhoto, renderPhoto } from './render-photo.js';

const limits = { pixelsMax: 50_000_000, sidesRatioMax: 5, decodingBytesMax: 512 * 1024 * 1024 };
const { topLeft, topRight, bottomLeft, bottomRight } = quarterColours;
type Colour = { r: number; g: number; b: number };

async function pixelsOf({ renditions }: RenderedPhoto, index = 0) {
  const { data, info } = await realSharp(renditions[index]!.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const start = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return { info, at };
}

async function quartersOf(photo: RenderedPhoto, index = 0): Promise<number[][]> {
  const { at } = await pixelsOf(photo, index);
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

function expectColours(found: number[][], expected: Colour[]): void {
  for (const [index, { r, g, b }] of expected.entries()) {
    const [red, green, blue] = found[index] as [number, number, number];
    expect({ index, distance: Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)) <= 12 }).toEqual({
      index,
      distance: true,
    });
  }
}

const refusalOf = (bytes: Uint8Array, pixelsMax = limits.pixelsMax) =>
  renderPhoto(bytes, { ...limits, pixelsMax }).then(
    () => 'taken',
    (error: unknown) => (error instanceof ImageRefusedError ? error.refusal : error),
  );

const flat = (width: number, height: number, background: Colour | string) =>
  realSharp({ create: { width, height, channels: 3, background } });

/** Returns a black picture with one bit per pixel: 900 megapixels take only a hundred kilobytes. */
function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
  };
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('orientation', () => {
  /** Each row lists the stored quarters that are shown top left, top right, bottom left and bottom right. */
  const seen: [ExifOrientation, Colour[]][] = [
    [1, [topLeft, topRight, bottomLeft, bottomRight]],
    [2, [topRight, topLeft, bottomRight, bottomLeft]],
    [3, [bottomRight, bottomLeft, topRight, topLeft]],
    [4, [bottomLeft, bottomRight, topLeft, topRight]],
    [5, [topLeft, bottomLeft, topRight, bottomRight]],
    [6, [bottomLeft, topLeft, bottomRight, topRight]],
    [7, [bottomRight, topRight, bottomLeft, topLeft]],
    [8, [topRight, bottomRight, topLeft, bottomLeft]],
  ];

  it.each(seen)('shows a JPEG of EXIF orientation %i upright in every size', async (orientation, colours) => {
    const isTurned = orientation > 4;
    const jpeg = await jpegWithExif({ width: isTurned ? 500 : 400, height: isTurned ? 400 : 500, orientation });
    const photo = await renderPhoto(jpeg, limits);
    for (const index of [0, 1, 2]) expectColours(await quartersOf(photo, index), colours);
  });

  it('shows a HEIC upright, in sRGB', async () => {
    expectColours(await quartersOf(await renderPhoto(turnedHeic, limits)), [
      bottomLeft,
      topLeft,
      bottomRight,
      topRight,
    ]);
  });
});

describe('a crop', () => {
  const whole = { turn: 0, tilt: 0, left: 0, top: 0, width: 1, height: 1 } as const;
  /** Returns the largest 4:5 box in the middle of a tilted picture of 400 by 500. The box has no empty corner. */
  const tilted = (tilt: number) => {
    const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.abs(Math.sin((tilt * Math.PI) / 180))];
    const around = [400 * cos + 500 * sin, 400 * sin + 500 * cos] as const;
    const height = Math.min(400 / (0.8 * cos + sin), 500 / (0.8 * sin + cos));
    const share = [(0.8 * height) / around[0], height / around[1]] as const;
    return {
      ...{ turn: 0 as const, tilt, left: (1 - share[0]) / 2, top: (1 - share[1]) / 2 },
      ...{ width: share[0], height: share[1] },
    };
  };
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;
  const jpegOf = (orientation: ExifOrientation) =>
    jpegWithExif({ width: orientation > 4 ? 500 : 400, height: orientation > 4 ? 400 : 500, orientation });

  it.each(orientations)('of the whole is the upright picture, from EXIF orientation %i', async (orientation) => {
    const jpeg = await jpegOf(orientation);
    expectColours(
      await quartersOf(await renderPhoto(jpeg, limits, whole)),
      (await quartersOf(await renderPhoto(jpeg, limits))).map(([r, g, b]) => ({ r: r!, g: g!, b: b! })),
    );
  });

  it.each(orientations)('takes the box of the upright picture, from EXIF orientation %i', async (orientation) => {
    const jpeg = await jpegOf(orientation);
    const [, expected] = await quartersOf(await renderPhoto(jpeg, limits));
    const [r, g, b] = expected as [number, number, number];
    const photo = await renderPhoto(jpeg, limits, { ...whole, left: 0.52, top: 0.02, width: 0.46, height: 0.46 });
    expectColours(await quartersOf(photo), Array(4).fill({ r, g, b }));
  });

  it.each([
    [90, [bottomLeft, topLeft, bottomRight, topRight]],
    [180, [bottomRight, bottomLeft, topRight, topLeft]],
    [270, [topRight, bottomRight, topLeft, bottomLeft]],
  ] as const)('turns the picture clockwise by %i degrees', async (turn, colours) => {
    const jpeg = await jpegWithExif({ width: turn === 180 ? 400 : 500, height: turn === 180 ? 500 : 400 });
    expectColours(await quartersOf(await renderPhoto(jpeg, limits, { ...whole, turn })), [...colours]);
  });

  it.each([15, 5, -5, -15])(
    'straightens by %i degrees round the middle of the box, without empty corners',
    async (tilt) => {
      const white = await flat(400, 500, '#ffffff').png().toBuffer();
      const { info, at } = await pixelsOf(await renderPhoto(white, limits, tilted(tilt)));
      expect([info.width, info.height]).toEqual([1080, 1350]);
      const corners = [at(0, 0), at(0.999, 0), at(0, 0.999), at(0.999, 0.999)];
      for (const corner of corners) expect(Math.min(...corner)).toBeGreaterThan(250);
    },
  );

  it.each(orientations)('turns clockwise when straightening, from EXIF orientation %i', async (orientation) => {
    const line = await flat(400, 10, '#000000').png().toBuffer();
    const upright = flat(400, 500, '#ffffff').composite([{ input: line, left: 0, top: 245 }]);
    const stored = realSharp(await upright.png().toBuffer()).rotate(orientation > 4 ? 90 : 0);
    const exif = await stored.withMetadata({ orientation }).jpeg().toBuffer();
    const { at } = await pixelsOf(await renderPhoto(exif, limits, tilted(10)));
    const rowOfLine = (x: number) => {
      const rows = Array.from({ length: 100 }, (_, row) => row / 100);
      const dark = rows.filter((y) => at(x, y)[0]! < 100);
      return dark.reduce((sum, y) => sum + y, 0) / dark.length;
    };
    // A clockwise turn raises the left end of a level line. The columns are 0.8 of the width apart: 0.64 of the height.
    const rise = rowOfLine(0.9) - rowOfLine(0.1);
    expect(rise).toBeCloseTo(0.8 * 0.8 * Math.tan((10 * Math.PI) / 180), 2);
    expect(rowOfLine(0.5)).toBeCloseTo(0.5, 2);
  });

  it('is placed in fractions of the rectangle around the turned picture', async () => {
    const picture = await flat(2_000, 1_000, '#ffffff')
      .composite([{ input: await flat(40, 40, '#000000').png().toBuffer(), left: 1_480, top: 480 }])
      .png()
      .toBuffer();
    // The middle of the square is 500 px to the right of the picture's middle, so the turn also moves the square down.
    const [cos, sin] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)];
    const around = { width: 2_000 * cos + 1_000 * sin, height: 2_000 * sin + 1_000 * cos };
    const size = { width: 320 / around.width, height: 400 / around.height };
    const crop = {
      ...{ turn: 0 as const, tilt: 10, ...size },
      left: 0.5 + (500 * cos) / around.width - size.width / 2,
      top: 0.5 + (500 * sin) / around.height - size.height / 2,
    };
    const { at } = await pixelsOf(await renderPhoto(picture, limits, crop));
    const isDark = (x: number, y: number) => at(x, y)[0]! < 60;
    expect([isDark(0.5, 0.5), isDark(0.45, 0.5), isDark(0.5, 0.54)]).toEqual([true, true, true]);
    expect([isDark(0.4, 0.5), isDark(0.6, 0.5), isDark(0.5, 0.4), isDark(0.5, 0.6)]).toEqual(Array(4).fill(false));
  });

  it('cuts a HEIC as it is seen', async () => {
    const photo = await renderPhoto(turnedHeic, limits, { ...whole, left: 0.02, top: 0.02, width: 0.46, height: 0.46 });
    expectColours(await quartersOf(photo), Array(4).fill(bottomLeft));
  });

  it('of a few pixels is enlarged', async () => {
    const tiny = await flat(5, 5, '#123456').png().toBuffer();
    const photo = await renderPhoto(tiny, limits, { ...whole, width: 0.08, height: 0.1, tilt: 0 });
    expect((await pixelsOf(photo)).info).toMatchObject({ width: 1080, height: 1350 });
  });

  it.each([
    ['cropShape', { ...whole, height: 0.5 }],
    ['cropArea', { ...whole, left: 0.05 }],
    ['cropArea', { ...whole, left: 0.5, top: 0.5 }],
    ['cropArea', { ...tilted(5), left: tilted(5).left + 0.02 }],
  ])('is refused as %s', async (refusal, crop) => {
    const jpeg = await jpegWithExif({ width: 400, height: 500 });
    await expect(renderPhoto(jpeg, limits, crop)).rejects.toMatchObject({ refusal });
  });
});

describe('the preview of a picture', () => {
  const colours = async (jpeg: Uint8Array) => {
    const { info, at } = await pixelsOf({ renditions: [{ width: 0, bytes: jpeg }], preview: '' });
    return { info, quarters: [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)] };
  };

  it('is upright and small, says the size of the picture, and carries no metadata', async () => {
    const gps = { latitude: 51.5, longitude: -0.12 };
    const { jpeg, ...size } = await previewPicture(
      await jpegWithExif({ width: 3_000, height: 2_000, orientation: 6, gps }),
      limits,
    );
    expect(size).toEqual({ width: 2_000, height: 3_000 });
    const { info, quarters } = await colours(jpeg);
    expect([info.width, info.height]).toEqual([960, 1_440]);
    expectColours(quarters, [bottomLeft, topLeft, bottomRight, topRight]);
    const { format, exif, icc, iptc, xmp, orientation } = await realSharp(jpeg).metadata();
    expect({ format, exif, icc, iptc, xmp, orientation }).toEqual({ format: 'jpeg' });
  });

  it('shows a HEIC upright, at its own size where that is small', async () => {
    const { jpeg, ...size } = await previewPicture(turnedHeic, limits);
    expect(size).toEqual({ width: 64, height: 80 });
    const { info, quarters } = await colours(jpeg);
    expect([info.width, info.height]).toEqual([64, 80]);
    expectColours(quarters, [bottomLeft, topLeft, bottomRight, topRight]);
  });

  it('is bounded also for a picture of noise', async () => {
    const noise = await realSharp({
      create: {
        width: 1_440,
        height: 1_440,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer();
    expect((await previewPicture(noise, limits)).jpeg.length).toBeLessThan(640_000);
  });

  it('is refused as the photo would be', async () => {
    await expect(previewPicture(Buffer.from('a text'), limits)).rejects.toMatchObject({ refusal: 'type' });
    await expect(previewPicture(bombPng(30_000, 30_000), limits)).rejects.toMatchObject({ refusal: 'pixels' });
  });
});

describe('what is stored', () => {
  it('has three sizes in WebP and a tiny preview', async () => {
    const photo = await renderPhoto(await jpegWithExif({ width: 1200, height: 1500 }), limits);
    const sizes = await Promise.all(
      photo.renditions.map(async ({ width, bytes }) => {
        const header = await realSharp(bytes).metadata();
        expect(header.width).toBe(width);
        return [header.format, header.width, header.height];
      }),
    );
    expect(sizes).toEqual([
      ['webp', 1080, 1350],
      ['webp', 540, 675],
      ['webp', 270, 337],
    ]);
    expect(photo.preview).toMatch(/^data:image\/webp;base64,/);
    expect(photo.preview.length).toBeLessThan(1_000);
    const preview = await realSharp(Buffer.from(photo.preview.split(',')[1]!, 'base64')).metadata();
    expect([preview.width, preview.height]).toEqual([20, 25]);
  });

  it('carries no metadata: no place, no camera, no time, no profile', async () => {
    const gps = { latitude: 51.5, longitude: -0.12 };
    const jpeg = await jpegWithExif({ width: 400, height: 500, orientation: 6, gps });
    expect((await realSharp(jpeg).metadata()).exif).toBeDefined();
    const { renditions, preview } = await renderPhoto(jpeg, limits);
    const stored = [...renditions.map(({ bytes }) => bytes), Buffer.from(preview.split(',')[1]!, 'base64')];
    for (const bytes of stored) {
      const { exif, icc, iptc, xmp, orientation, comments } = await realSharp(bytes).metadata();
      expect({ exif, icc, iptc, xmp, orientation, comments }).toEqual({});
      expect(Buffer.from(bytes).includes('Candid')).toBe(false);
    }
  });

  it('has the colours of a wide-gamut picture in sRGB', async () => {
    const colour = { r: 20, g: 220, b: 30 };
    const jpeg = await flat(400, 500, colour).withIccProfile('p3').jpeg({ quality: 98 }).toBuffer();
    expectColours(await quartersOf(await renderPhoto(jpeg, limits)), [colour, colour, colour, colour]);
  });

  it('is cropped to 4:5 round what draws the eye, never squeezed', async () => {
    const patch = await flat(150, 150, { r: 230, g: 60, b: 40 }).png().toBuffer();
    const wide = await flat(1500, 500, { r: 120, g: 120, b: 120 })
      .composite([{ input: patch, left: 1250, top: 175 }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const { info, at } = await pixelsOf(await renderPhoto(wide, limits));
    let red = 0;
    for (let x = 0; x < 100; x += 1) if (at(x / 100, 0.5)[0]! > 190) red += 1;
    expect([info.width, info.height]).toEqual([1080, 1350]);
    // A 4:5 picture of this height is 400 px wide, and 150 px of this width are red.
    expect(red).toBeGreaterThan(34);
    expect(red).toBeLessThan(41);
  });

  it('shows what is transparent in white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await realSharp({ create: { width: 40, height: 50, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const white = { r: 255, g: 255, b: 255 };
    expectColours(await quartersOf(await renderPhoto(png, limits)), [white, white, white, white]);
  });
});

describe('accepted formats', () => {
  const picture = async () => realSharp(await jpegWithExif({ width: 80, height: 100 }));
  const upright = [topLeft, topRight, bottomLeft, bottomRight];

  it.each(['png', 'webp', 'avif'] as const)('takes %s', async (format) => {
    const bytes = await (await picture())[format]({ quality: 95 }).toBuffer();
    expectColours(await quartersOf(await renderPhoto(bytes, limits)), upright);
  });

  it('takes grey and 16-bit pictures', async () => {
    const grey = { r: 128, g: 128, b: 128 };
    const bytes = await flat(80, 100, grey).toColourspace('b-w').png().toBuffer();
    expectColours(await quartersOf(await renderPhoto(bytes, limits)), [grey]);
    const deep = await (await picture()).toColourspace('rgb16').png().toBuffer();
    expectColours(await quartersOf(await renderPhoto(deep, limits)), upright);
  });

  it('takes a CMYK picture with its colours', async () => {
    const skin = { r: 180, g: 150, b: 130 };
    const bytes = await flat(80, 100, skin).toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer();
    expect((await realSharp(bytes).metadata()).space).toBe('cmyk');
    expectColours(await quartersOf(await renderPhoto(bytes, limits)), [skin]);
  });

  it('takes the first frame of an animation', async () => {
    const frames = await Promise.all([topLeft, bottomLeft].map((colour) => flat(80, 100, colour).png().toBuffer()));
    const animated = await realSharp(frames, { join: { animated: true } })
      .webp({ quality: 95 })
      .toBuffer();
    expect((await realSharp(animated).metadata()).pages).toBe(2);
    expectColours(await quartersOf(await renderPhoto(animated, limits)), [topLeft, topLeft, topLeft, topLeft]);
  });
});

describe('refusals', () => {
  it.each([
    ['text', Buffer.from('this is a photo, honestly')],
    ['SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="80" height="100"/>')],
    ['SVG without a prolog', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="100"></svg>')],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s by its type', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toBe('type');
  });

  it('refuses GIF and TIFF by their type', async () => {
    expect(await refusalOf(await flat(80, 100, '#123456').gif().toBuffer())).toBe('type');
    expect(await refusalOf(await flat(80, 100, '#123456').tiff().toBuffer())).toBe('type');
  });

  it('refuses a decompression bomb before it is decoded', async () => {
    const bomb = bombPng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(500_000);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bomb)).toBe('pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it.each([
    ['wide', 20_000, 50],
    ['high', 50, 20_000],
    ['barely too wide', 501, 100],
  ])('refuses a %s strip before it is decoded', async (_, width, height) => {
    expect(await refusalOf(bombPng(width, height))).toBe('shape');
  });

  it('enlarges a strip that is just accepted only after it is cropped', async () => {
    const sizes: [number, number][] = [
      [500, 100],
      [100, 500],
      [5, 1],
      [1, 1],
    ];
    for (const size of sizes) {
      const { renditions } = await renderPhoto(
        await flat(...size, '#123456')
          .png()
          .toBuffer(),
        limits,
      );
      const { width, height } = await realSharp(renditions[0]!.bytes).metadata();
      expect([size, width, height]).toEqual([size, 1080, 1350]);
    }
  });

  it('announces the memory that decoding takes, and refuses what takes more than the limit', async () => {
    const avif = await flat(800, 1_000, '#123456').avif({ effort: 0 }).toBuffer();
    let announced = 0;
    const beforeDecoding = async (bytes: number) => {
      announced = bytes;
    };
    await renderPhoto(avif, { ...limits, beforeDecoding });
    expect(announced).toBeGreaterThan(800 * 1_000 * 14);
    const decoded = { ...limits, beforeDecoding: () => Promise.reject(new Error('decoded')) };
    await expect(renderPhoto(avif, { ...decoded, decodingBytesMax: announced })).rejects.toThrow('decoded');
    await expect(renderPhoto(avif, { ...decoded, decodingBytesMax: announced - 1 })).rejects.toMatchObject({
      refusal: 'memory',
    });
  });

  it('refuses more pixels than the limit in every format', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await flat(80, 100, '#123456').toFormat(format).toBuffer();
      expect([format, await refusalOf(bytes, 7_999)]).toEqual([format, 'pixels']);
      expect([format, await refusalOf(bytes, 8_000)]).toEqual([format, 'taken']);
    }
    expect(await refusalOf(turnedHeic, 80 * 64 - 1)).toBe('pixels');
  });

  it('refuses what breaks off in the middle', async () => {
    const picture = realSharp(await jpegWithExif({ width: 400, height: 500 }));
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await picture.clone().toFormat(format).toBuffer();
      const half = bytes.subarray(0, Math.floor(bytes.length * 0.6));
      expect([format, await refusalOf(half)]).toEqual([format, 'broken']);
    }
    expect(await refusalOf(turnedHeic.subarray(0, turnedHeic.length - 200))).toBe('broken');
  });

  it('refuses bytes that only begin like a picture', async () => {
    const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 251));
    const heads = [
      [0xff, 0xd8, 0xff, 0xe0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [...Buffer.from('RIFF\x00\x10\x00\x00WEBPVP8 ', 'latin1')],
      [...Buffer.from('\x00\x00\x00\x1cftypheic\x00\x00\x00\x00mif1heicmiaf', 'latin1')],
      [...Buffer.from('\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1avifmiaf', 'latin1')],
    ];
    for (const head of heads) expect(['broken', 'type']).toContain(await refusalOf(Buffer.from([...head, ...noise])));
  });

  it('takes a JPEG whose metadata is broken', async () => {
    const jpeg = await jpegWithExif({ width: 400, height: 500 });
    const exif = jpeg.indexOf('Exif\0\0');
    jpeg.fill(0xee, exif + 14, exif + 60);
    expect(await refusalOf(jpeg)).toBe('taken');
  });
});
