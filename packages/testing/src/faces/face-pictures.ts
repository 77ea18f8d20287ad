import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { Random } from '../seeded-random.js';
import { head, rendered, SCENES, type Size, spots } from './drawings.js';

/** A part of a picture, in fractions of the picture's width and height. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface FacePicture {
  jpeg: Buffer;
  /** Square around the face, as wide as the face including its ears. */
  face: Box;
}

export interface FaceOptions {
  seed: number;
  /** Width of the face as a share of the picture's width. */
  share: number;
  size?: Size;
}

const SIZE = { width: 480, height: 600 };
const TILT_MAX = 25;

/** Faces in `demo/sample<photo>.jpg` of `@vladmandic/face-api`: photo, left, top and side of the square in pixels. */
const FACES = [
  ...[at(1, 415, 401, 196), at(1, 848, 467, 189), at(1, 1_483, 257, 167), at(2, 1_458, 196, 194)],
  ...[at(2, 890, 265, 193), at(2, 349, 177, 237), at(3, 1_479, 336, 232), at(3, 1_066, 259, 244)],
  ...[at(3, 576, 366, 233), at(4, 989, 225, 184), at(4, 679, 125, 166), at(4, 217, 241, 204)],
  ...[at(4, 1_284, 201, 178), at(5, 1_399, 422, 248), at(5, 347, 920, 246), at(5, 1_110, 255, 186)],
  ...[at(5, 575, 461, 201), at(5, 770, 156, 180), at(6, 233, 530, 238), at(6, 1_142, 339, 247)],
  ...[at(6, 664, 378, 246), at(6, 1_470, 307, 249)],
];
const PHOTOS = 6;
export const PHOTOGRAPHED_FACES = FACES.length;

function at(photo: number, left: number, top: number, side: number) {
  return { photo, left, top, side };
}

/** Draws a person in front of spots. The seed determines the look of the person, the light and the place. */
export async function drawnFace({ seed, share, size = SIZE }: FaceOptions): Promise<FacePicture> {
  const random = new Random(seed);
  const { x, y, side, face } = placeOf(random, share, size);
  const tilt = tiltOf(random);
  const person = `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${side / 2})">${head(random)}</g>`;
  return { jpeg: await likePhoto(random, await rendered(spots(random, size) + person, size), size), face };
}

export async function photographedFace(index: number, { seed, share, size = SIZE }: FaceOptions): Promise<FacePicture> {
  const random = new Random(seed);
  const { photo, left, top, side: sideInPhoto } = FACES[index]!;
  const { x, y, side, face } = placeOf(random, share, size);
  const [around, cut] = [sideInPhoto * 0.55, 400];
  const square = await cutOut(await photograph(photo), {
    left: Math.round(left - around),
    top: Math.round(top - around),
    side: Math.round(sideInPhoto + 2 * around),
  });
  const middle = cut / 2;
  const mask = await rendered(
    `<defs><radialGradient id="soft"><stop offset="0.82" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${middle}" cy="${middle}" rx="${cut * 0.45}" ry="${middle}" fill="url(#soft)"/>`,
    { width: cut, height: cut },
  );
  const oval = await png(
    sharp(square)
      .resize(cut, cut)
      .ensureAlpha()
      .composite([{ input: mask, blend: 'dest-in' }]),
  );
  const tilted = await png(sharp(oval).rotate(tiltOf(random), { background: '#00000000' }));
  const { width: tiltedWidth } = await sharp(tilted).metadata();
  const drawn = Math.round((tiltedWidth / cut) * side * (1 + (2 * around) / sideInPhoto));
  const place = { left: Math.round(x - drawn / 2), top: Math.round(y - drawn / 2) };
  const hidden = { left: Math.max(0, -place.left), top: Math.max(0, -place.top) };
  const visible = {
    ...hidden,
    width: Math.min(drawn, size.width - place.left) - hidden.left,
    height: Math.min(drawn, size.height - place.top) - hidden.top,
  };
  const input = await png(sharp(await png(sharp(tilted).resize(drawn, drawn))).extract(visible));
  const background = await png(sharp(await rendered(spots(random, size), size)).blur(4));
  const corner = { left: Math.max(0, place.left), top: Math.max(0, place.top) };
  const picture = sharp(background).composite([{ input, ...corner }]);
  return { jpeg: await jpegOf(picture.removeAlpha()), face };
}

export async function drawnWithoutFace(seed: number): Promise<Buffer> {
  const random = new Random(seed);
  const scene = SCENES[seed % (SCENES.length + 1)];
  return scene ? likePhoto(random, await rendered(scene(random, SIZE), SIZE), SIZE) : noise(random);
}

export async function photographedWithoutFace(seed: number): Promise<Buffer> {
  const random = new Random(seed);
  for (;;) {
    const photo = random.between(1, PHOTOS);
    const picture = await photograph(photo);
    const { width, height } = await sharp(picture).metadata();
    const wide = Math.round(150 + random.next() ** 1.5 * 700);
    const high = Math.round((wide * SIZE.height) / SIZE.width);
    if (high >= height) continue;
    const [left, top] = [random.between(0, width - wide), random.between(0, height - high)];
    const isFree = FACES.every((face) => {
      const [before, after] = [0.35 * face.side, 1.3 * face.side];
      const isBeside = face.left - before > left + wide || face.left + after < left;
      return face.photo !== photo || isBeside || face.top - before > top + high || face.top + after < top;
    });
    if (isFree)
      return jpegOf(sharp(picture).extract({ left, top, width: wide, height: high }).resize(SIZE.width, SIZE.height));
  }
}

export async function turned({ jpeg, face }: FacePicture, quarters: number): Promise<FacePicture> {
  const turn = (box: Box): Box => ({ left: 1 - box.bottom, right: 1 - box.top, top: box.left, bottom: box.right });
  const rotated = sharp(jpeg).rotate(quarters * 90);
  return {
    jpeg: await jpegOf(rotated),
    face: Array.from({ length: quarters }).reduce<Box>(turn, face),
  };
}

/** True if the middle of `box` lies on the face and `box` is half to twice as wide as the face. */
export function isOfFace(box: Box, face: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const isOnFace = x > face.left && x < face.right && y > face.top && y < face.bottom;
  const wide = (box.right - box.left) / (face.right - face.left);
  return isOnFace && wide >= 0.5 && wide <= 2;
}

/** Returns a random place for the face: a larger face is nearer to the middle. */
function placeOf(random: Random, share: number, { width, height }: Size) {
  const side = share * width;
  const free = (fraction: number): number => Math.max(0, 0.8 - fraction);
  const x = width * (0.5 + (random.next() - 0.5) * free(share));
  const y = height * (0.5 + (random.next() - 0.5) * free(side / height));
  const face = { left: (x - side / 2) / width, right: (x + side / 2) / width };
  return { x, y, side, face: { ...face, top: (y - side / 2) / height, bottom: (y + side / 2) / height } };
}

const png = (image: Sharp): Promise<Buffer> => image.png().toBuffer();
const jpegOf = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 85 }).toBuffer();

const tiltOf = (random: Random): number => (2 * random.next() - 1) * TILT_MAX;

/** Makes a drawing look like a photo: changes the exposure and adds blur and grain. */
async function likePhoto(random: Random, drawing: Buffer, size: Size): Promise<Buffer> {
  const grain = { ...size, channels: 3 as const, background: '#808080', noise: grainOf(14) };
  return jpegOf(
    sharp(drawing)
      .removeAlpha()
      .blur(0.5 + 1.2 * random.next())
      .linear(0.5 + 0.7 * random.next(), 10 * random.next())
      .composite([{ input: { create: grain }, blend: 'soft-light' }]),
  );
}

async function noise(random: Random): Promise<Buffer> {
  const cells = random.between(8, 68);
  const layer = (side: number): Promise<Buffer> => {
    const create = { width: side, height: side, channels: 3 as const, background: '#808080', noise: grainOf(45) };
    return png(sharp({ create }).resize(SIZE.width, SIZE.height, { fit: 'fill' }));
  };
  return jpegOf(sharp(await layer(cells)).composite([{ input: await layer(3 * cells), blend: 'overlay' }]));
}

const grainOf = (sigma: number) => ({ type: 'gaussian' as const, mean: 128, sigma });

async function photograph(number: number): Promise<Buffer> {
  const demo = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo');
  return readFile(join(demo, `sample${number}.jpg`));
}

/** Cuts out the square. If the square extends beyond the photo, mirrors the photo at its edges. */
async function cutOut(photo: Buffer, square: { left: number; top: number; side: number }): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const [left, top] = [Math.max(0, square.left), Math.max(0, square.top)];
  const [right, bottom] = [Math.min(width, square.left + square.side), Math.min(height, square.top + square.side)];
  const part = await png(sharp(photo).extract({ left, top, width: right - left, height: bottom - top }));
  const sides = { left: left - square.left, right: square.left + square.side - right };
  const ends = { top: top - square.top, bottom: square.top + square.side - bottom };
  return png(sharp(part).extend({ ...sides, ...ends, extendWith: 'mirror' }));
}
