import { deflateSync } from 'node:zlib';
import { pngWithChunks, u32 } from '@candid/testing';
import sharp, { type Sharp } from 'sharp';
import { drawnPng, HEIGHT, WIDTH } from './drawing.js';
import { type Encoder, findEncoders } from './encoders.js';
import {
  box,
  type Coded,
  codedIn,
  codePointsBox,
  gridData,
  type Item,
  profileBox,
  sequenceOf,
  sizeBox,
  stillOf,
  turnBox,
  u16,
} from './heif-boxes.js';
import { adobeRgbProfile, displayP3Profile } from './icc-profile.js';
import { jpegWithGainMap, jpegWithProfile } from './jpeg-segments.js';

export interface WrittenFile {
  name: string;
  file: Buffer;
  /** Names the encoder with its version. */
  writer: string;
  /** AVIF of the same picture, if browsers cannot display the file itself. */
  twin?: Buffer;
  /** Largest allowed mean difference, if it is not the usual one. */
  meanMax?: number;
}

type CodePoints = readonly [primaries: number, transfer: number, matrix: number];

const LABELS: readonly (readonly [name: string, codePoints: CodePoints])[] = [
  ['sRGB', [1, 13, 6]],
  ['BT.709', [1, 1, 1]],
  ['linear', [1, 8, 1]],
  ['Display P3', [12, 13, 6]],
  ['BT.2020', [9, 1, 9]],
  ['PQ', [9, 16, 9]],
  ['PQ in Display P3', [12, 16, 9]],
  ['HLG', [9, 18, 9]],
];
const SRGB: CodePoints = [1, 13, 6];
/** PQ value (0–1) of a luminance of 1,000 cd/m². */
const PQ_SHARE = 0.75;
const shareOf = ([, transfer]: CodePoints): number => (transfer === 16 ? PQ_SHARE : 1);

const SRGB_BOX = codePointsBox(SRGB);
const byHand = (writer: string): string => `${writer} and own boxes`;
const SHARP = `sharp ${sharp.versions.sharp}`;

export async function* writtenFiles(): AsyncGenerator<WrittenFile> {
  const { heifEnc, avifEnc } = await findEncoders();
  yield* jpegFiles();
  yield* pngFiles();
  yield* webpFiles();
  yield* avifFiles(avifEnc);
  yield* heicFiles(heifEnc, avifEnc);
  yield* otherFiles();
}

async function* jpegFiles(): AsyncGenerator<WrittenFile> {
  const drawn = () => drawnPng(8).then((png) => sharp(png));
  const jpeg = { quality: 95, chromaSubsampling: '4:4:4' };
  const plain = await (await drawn()).jpeg(jpeg).toBuffer();
  const of = (name: string, file: Buffer, writer = SHARP): WrittenFile => ({ name: `JPEG ${name}`, file, writer });
  yield of('', plain);
  yield of('of halved colours', await (await drawn()).jpeg({ quality: 95 }).toBuffer());
  yield of('progressive', await (await drawn()).jpeg({ ...jpeg, progressive: true }).toBuffer());
  yield of('grey', await (await drawn()).greyscale().jpeg(jpeg).toBuffer());
  for (const orientation of [3, 5, 6, 8])
    yield of('turned', await (await drawn()).withMetadata({ orientation }).jpeg(jpeg).toBuffer());
  yield of('in Display P3', jpegWithProfile(plain, displayP3Profile()), `${SHARP}, profile by hand`);
  yield of('in Adobe RGB', jpegWithProfile(plain, adobeRgbProfile()), `${SHARP}, profile by hand`);
  const print = () => drawn().then((picture) => picture.toColourspace('cmyk'));
  yield of('for print, without a profile', await (await print()).jpeg(jpeg).toBuffer());
  yield { ...of('for print', await (await print()).withIccProfile('cmyk').jpeg(jpeg).toBuffer()), meanMax: 4 };
  yield of(
    'with a gain map',
    jpegWithGainMap(plain, await (await drawn()).greyscale().jpeg().toBuffer()),
    `${SHARP}, segments by hand`,
  );
}

/** Chromaticities of the white point D65, then of Display P3's red, green and blue, in units of 0.00001. */
const CHRM_P3 = u32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000);

async function* pngFiles(): AsyncGenerator<WrittenFile> {
  const [plain, deep] = [await drawnPng(8), await drawnPng(16)];
  const ofPq = await drawnPng(16, { share: PQ_SHARE });
  const of = (name: string, file: Buffer, writer = SHARP): WrittenFile => ({ name: `PNG ${name}`, file, writer });
  const stating = (name: string, png: Buffer, chunks: Record<string, Buffer>): WrittenFile =>
    of(name, pngWithChunks(png, chunks), `${SHARP}, chunks by hand`);
  const cicp = (...numbers: number[]) => ({ cICP: Buffer.from(numbers) });
  yield of('', plain);
  yield of('', deep);
  yield of('with a palette', await sharp(plain).png({ palette: true }).toBuffer());
  yield of('grey', await sharp(plain).greyscale().png().toBuffer());
  yield of('grey', await sharp(deep).toColourspace('grey16').png().toBuffer());
  yield of('interlaced', await sharp(plain).png({ progressive: true }).toBuffer());
  yield of('half transparent', await sharp(plain).ensureAlpha(0.5).png().toBuffer());
  for (const png of [plain, deep]) {
    yield stating('with gAMA of sRGB', png, { gAMA: u32(45_455) });
    yield stating('linear', png, { gAMA: u32(100_000) });
    yield stating('in Display P3 by chromaticities', png, { gAMA: u32(45_455), cHRM: CHRM_P3 });
    yield stating('in Adobe RGB by profile', png, { iCCP: compressed(adobeRgbProfile()) });
    yield stating('in Display P3 by code points', png, cicp(12, 13, 0, 1));
  }
  yield stating('in BT.2020', deep, cicp(9, 1, 0, 1));
  yield stating('in PQ', ofPq, cicp(9, 16, 0, 1));
  yield stating('in PQ up to 400 cd/m²', ofPq, { ...cicp(9, 16, 0, 1), cLLI: u32(4_000_000, 1_000_000) });
  yield stating('in HLG', deep, cicp(9, 18, 0, 1));
  yield stating('with a limited range', plain, cicp(12, 13, 0, 0));
  yield stating('with a matrix', plain, cicp(12, 13, 1, 1));
  yield stating('turned', plain, {
    eXIf: Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
  });
  yield of('animated', animated(plain, await negative(plain)), `${SHARP}, chunks by hand`);
}

const compressed = (icc: Buffer): Buffer => Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]);

function animated(first: Buffer, second: Buffer): Buffer {
  const frame = (number: number): Buffer =>
    Buffer.concat([u32(number, WIDTH, HEIGHT, 0, 0), u16(1, 1), Buffer.from([0, 0])]);
  const at = second.indexOf('IDAT');
  const pixels: Buffer[] = [];
  for (let chunk = at - 4; second.toString('latin1', chunk + 4, chunk + 8) === 'IDAT'; ) {
    const length = second.readUInt32BE(chunk);
    pixels.push(second.subarray(chunk + 8, chunk + 8 + length));
    chunk += 12 + length;
  }
  return pngWithChunks(
    first,
    { acTL: u32(2, 0), fcTL: frame(0) },
    { fcTL: frame(1), fdAT: Buffer.concat([u32(2), ...pixels]) },
  );
}

async function* webpFiles(): AsyncGenerator<WrittenFile> {
  const plain = await drawnPng(8);
  const of = (name: string, file: Buffer): WrittenFile => ({ name: `WebP ${name}`, file, writer: SHARP });
  yield of('', await sharp(plain).webp({ quality: 95 }).toBuffer());
  yield of('without loss', await sharp(plain).webp({ lossless: true }).toBuffer());
  yield of('half transparent', await sharp(plain).ensureAlpha(0.5).webp({ quality: 95 }).toBuffer());
  yield of('in Display P3', await sharp(plain).withIccProfile('p3').webp({ quality: 95 }).toBuffer());
  yield of('animated', await (await frames()).webp({ quality: 95 }).toBuffer());
}

async function frames(): Promise<Sharp> {
  const first = await drawnPng(8);
  return sharp([first, await negative(first)], { join: { animated: true } });
}

const avifOptions = (bits: number, sampling: string, range: 'full' | 'limited', codePoints: CodePoints): string[] => [
  ...['--depth', `${bits}`, '--yuv', sampling, '--range', range, '--cicp', codePoints.join('/')],
  ...['--min', '0', '--max', '4', '--speed', '8'],
];

async function* avifFiles(avifEnc: Encoder): AsyncGenerator<WrittenFile> {
  const plain = await drawnPng(8);
  const deep = (codePoints: CodePoints) => drawnPng(16, { share: shareOf(codePoints) });
  const of = (name: string, file: Buffer): WrittenFile => ({ name: `AVIF ${name}`, file, writer: avifEnc.name });
  for (const [label, codePoints] of LABELS) {
    const png = await deep(codePoints);
    yield of(label, await avifEnc.encode(png, avifOptions(8, '420', 'limited', codePoints)));
    yield of(label, await avifEnc.encode(png, avifOptions(10, '420', 'full', codePoints)));
    yield of(label, await avifEnc.encode(png, avifOptions(12, '444', 'limited', codePoints)));
  }
  const srgb = (sampling: string) => avifOptions(8, sampling, 'full', SRGB);
  for (const sampling of ['444', '422', '400']) yield of('sRGB', await avifEnc.encode(plain, srgb(sampling)));
  for (const quarters of ['1', '2', '3'])
    yield of('turned', await avifEnc.encode(plain, [...srgb('420'), '--irot', quarters]));
  for (const axis of ['0', '1']) yield of('mirrored', await avifEnc.encode(plain, [...srgb('420'), '--imir', axis]));
  yield of('turned and mirrored', await avifEnc.encode(plain, [...srgb('420'), '--irot', '1', '--imir', '0']));
  yield of('in tiles', await avifEnc.encode(plain, [...srgb('420'), '--grid', '2x2']));
  const transparent = await sharp(plain).ensureAlpha(0.5).png().toBuffer();
  yield of('half transparent', await avifEnc.encode(transparent, srgb('420')));
  yield of('cropped', await avifEnc.encode(plain, [...srgb('420'), '--crop', '0,0,240,300']));
  for (const [name, icc] of [
    ['in Display P3 by profile', displayP3Profile()],
    ['in Adobe RGB by profile', adobeRgbProfile()],
  ] as const)
    yield of(name, await avifEnc.encode(plain, [...srgb('444'), '--icc', 'profile.icc'], { 'profile.icc': icc }));
  const pictures = [plain, await negative(plain)];
  yield of('animated', await avifEnc.encode(pictures, avifOptions(8, '420', 'limited', SRGB)));
  const bySharp = await sharp(plain).avif({ quality: 90 }).toBuffer();
  yield { ...of('', bySharp), writer: SHARP };
  yield { ...of('of first brand mif1', branded(bySharp, 'mif1')), writer: byHand(SHARP) };
}

function branded(file: Buffer, first: string): Buffer {
  const copy = Buffer.from(file);
  copy.write(first, 8, 'latin1');
  return copy;
}

async function* heicFiles(heifEnc: Encoder, avifEnc: Encoder): AsyncGenerator<WrittenFile> {
  const heicOf = (png: Buffer, bits: 8 | 10 = 8, more: readonly string[] = []) =>
    heifEnc.encode(png, ['-q', '95', '-p', 'preset=ultrafast', '-b', `${bits}`, ...more]);
  const twinOf = (png: Buffer, codePoints: CodePoints, more: string[] = [], files?: Record<string, Buffer>) =>
    avifEnc.encode(png, [...avifOptions(10, '444', 'full', codePoints), ...more], files);
  const of = (name: string, file: Buffer, twin: Buffer, writer = byHand(heifEnc.name)): WrittenFile => ({
    ...{ name: `HEIC ${name}`, file, twin, writer },
  });
  const itemOf = ({ data, configuration }: Coded, ...properties: Buffer[]): Item => ({
    ...{ type: 'hvc1', data, properties: [configuration, sizeBox(WIDTH, HEIGHT), ...properties] },
  });

  for (const [label, codePoints] of LABELS) {
    const [primaries, transfer, matrix] = codePoints;
    const share = shareOf(codePoints);
    const coded = codedIn(await heicOf(await drawnPng(8, { share })));
    const twin = await twinOf(await drawnPng(16, { share }), codePoints);
    yield of(label, stillOf([itemOf(coded, codePointsBox([primaries, transfer, 6]))]), twin);
    // More saturated colours would leave the encoder's range when they are converted to another coding.
    const muted = { share, saturation: 0.5 };
    const deep = await drawnPng(16, { ...muted, codedAs: { matrix, isFull: false, bits: 10 } });
    const item = itemOf(codedIn(await heicOf(deep, 10, ['-p', 'chroma=422'])), codePointsBox(codePoints, false));
    const mutedTwin = await twinOf(await drawnPng(16, muted), codePoints);
    yield of(`${label}, as cameras write it`, stillOf([item], 'heix', 'mif1heix'), mutedTwin);
  }
  const plain = await drawnPng(8);
  const twin = await twinOf(plain, SRGB);
  const byEncoder = (name: string, file: Buffer, itsTwin = twin): WrittenFile => of(name, file, itsTwin, heifEnc.name);
  for (const chroma of ['420', '422', '444']) yield byEncoder('', await heicOf(plain, 8, ['-p', `chroma=${chroma}`]));
  yield byEncoder('', await heicOf(await drawnPng(16), 10));
  const grey = await sharp(plain).greyscale().png().toBuffer();
  yield byEncoder('grey', await heicOf(grey), await twinOf(grey, SRGB));
  const transparent = await sharp(plain).ensureAlpha(0.5).png().toBuffer();
  yield byEncoder('half transparent', await heicOf(transparent), await twinOf(transparent, SRGB));
  yield byEncoder('with a thumbnail', await heicOf(plain, 8, ['-t', '100']));
  for (const [name, icc] of [
    ['in Display P3 by profile', displayP3Profile()],
    ['in Adobe RGB by profile', adobeRgbProfile()],
  ] as const) {
    const profiled = pngWithChunks(plain, { iCCP: compressed(icc) });
    yield byEncoder(
      name,
      await heicOf(profiled),
      await twinOf(plain, SRGB, ['--icc', 'profile.icc'], { 'profile.icc': icc }),
    );
  }
  const still = await heicOf(plain);
  for (const brand of ['heix', 'mif1', 'mif2', 'miaf', 'heim', 'msf1'])
    yield of(`of first brand ${brand}`, branded(still, brand), twin);

  const coded = codedIn(still);
  for (const quarters of [1, 2, 3])
    yield of(
      'turned',
      stillOf([itemOf(coded, SRGB_BOX, turnBox(quarters))]),
      await twinOf(plain, SRGB, ['--irot', `${quarters}`]),
    );
  for (const axis of [0, 1])
    yield of(
      'mirrored',
      stillOf([itemOf(coded, SRGB_BOX, box('imir', Buffer.from([axis])))]),
      await twinOf(plain, SRGB, ['--imir', `${axis}`]),
    );
  yield of(
    'cropped',
    stillOf([itemOf(coded, SRGB_BOX, box('clap', u32(240, 1, 300, 1, 2 ** 32 - 20, 1, 2 ** 32 - 10, 1)))]),
    await twinOf(plain, SRGB, ['--crop', '20,40,240,300']),
  );
  const phone = { icc: displayP3Profile(), more: ['--irot', '3', '--icc', 'profile.icc'] };
  yield of(
    'as phones write it, in tiles with a profile and turned',
    await tiled(plain, (tile) => heicOf(tile), [profileBox(phone.icc), turnBox(3)]),
    await twinOf(plain, SRGB, phone.more, { 'profile.icc': phone.icc }),
  );
  yield of(
    'in tiles of PQ',
    await tiled(await drawnPng(16, { share: PQ_SHARE }), (tile) => heicOf(tile, 10), [codePointsBox([9, 16, 6])]),
    await twinOf(await drawnPng(16, { share: PQ_SHARE }), [9, 16, 9]),
  );
  yield of(
    'turned by an identity item',
    stillOf([
      itemOf(coded, SRGB_BOX),
      { type: 'iden', data: Buffer.alloc(0), madeOf: [1], properties: [sizeBox(WIDTH, HEIGHT), turnBox(1)] },
    ]),
    await twinOf(plain, SRGB, ['--irot', '1']),
  );
  const second = codedIn(await heicOf(await negative(plain)));
  yield of('sequence without a still', sequenceOf([coded, second], WIDTH, HEIGHT), twin);
  const jpeg = await sharp(plain).jpeg().toBuffer();
  const properties = [sizeBox(WIDTH, HEIGHT), codePointsBox(SRGB)];
  yield of('of JPEG', stillOf([{ type: 'jpeg', data: jpeg, properties }], 'mif1'), twin, byHand(SHARP));
  yield of('cut off', still.subarray(0, still.length / 2), twin);
}

const TILE = { width: 160, height: 208 };

/** Splits the picture into four tiles, of which the lower two extend beyond the picture. */
async function tiled(png: Buffer, encode: (tile: Buffer) => Promise<Buffer>, properties: Buffer[]): Promise<Buffer> {
  const space = (await sharp(png).metadata()).depth === 'ushort' ? 'rgb16' : 'srgb';
  const enlarged = await sharp(png)
    .extend({ bottom: 2 * TILE.height - HEIGHT, extendWith: 'copy' })
    .toColourspace(space)
    .png()
    .toBuffer();
  const tiles = [];
  for (const [row, column] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const tile = sharp(enlarged).extract({ left: column * TILE.width, top: row * TILE.height, ...TILE });
    const coded = codedIn(await encode(await tile.toColourspace(space).png().toBuffer()));
    tiles.push({ type: 'hvc1', data: coded.data, properties: [coded.configuration, sizeBox(TILE.width, TILE.height)] });
  }
  const grid = {
    ...{ type: 'grid', data: gridData(2, 2, WIDTH, HEIGHT), madeOf: [1, 2, 3, 4] },
    properties: [sizeBox(WIDTH, HEIGHT), ...properties],
  };
  return stillOf([...tiles, grid]);
}

async function* otherFiles(): AsyncGenerator<WrittenFile> {
  const plain = await drawnPng(8);
  const of = (name: string, file: Buffer, writer = SHARP): WrittenFile => ({ name, file, writer });
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#7f6050' } });
  yield of('GIF', await (await frames()).gif().toBuffer());
  yield of('TIFF', await sharp(plain).tiff().toBuffer());
  yield of('SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="400"/>'), 'by hand');
  yield of('JPEG cut off', (await sharp(plain).jpeg().toBuffer()).subarray(0, 4_000));
  yield of('JPEG of 51 megapixels', await flat(8_000, 6_375).jpeg().toBuffer());
  yield of('JPEG six times as wide as high', await flat(1_200, 200).jpeg().toBuffer());
  const avif = await flat(600, 500).avif({ bitdepth: 10, chromaSubsampling: '4:4:4', effort: 0 }).toBuffer();
  avif.writeUInt32BE(6_000, avif.indexOf('ispe') + 8);
  avif.writeUInt32BE(5_000, avif.indexOf('ispe') + 12);
  yield of('AVIF that says 30 megapixels', avif, byHand(SHARP));
}

const negative = (png: Buffer): Promise<Buffer> => sharp(png).negate({ alpha: false }).png().toBuffer();
