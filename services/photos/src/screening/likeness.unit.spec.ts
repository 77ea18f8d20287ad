import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { compareLikeness, HEIGHT, likenessOf, WIDTH } from './likeness.js';
import { decodeMarks, encodeMarks, tokensOf } from './likeness.rows.js';
import { sceneJpeg, stolen, type Theft } from './pictures.fixture.spec.js';

async function likenessFrom(jpeg: Buffer) {
  const pixels = await sharp(jpeg).greyscale().resize(WIDTH, HEIGHT, { fit: 'fill' }).raw().toBuffer();
  return likenessOf(Float32Array.from(pixels));
}
const tokensShared = (one: number[], other: number[]) => one.filter((token) => other.includes(token)).length;

describe('likeness', () => {
  it('is told by stored marks as by the marks themselves', async () => {
    const likeness = await likenessFrom(await sceneJpeg(1));
    const stored = decodeMarks(encodeMarks(likeness.marks));
    expect(stored).toHaveLength(likeness.marks.length);
    expect(stored.map(({ hash }) => hash)).toEqual(likeness.marks.map(({ hash }) => hash));
    expect(tokensOf(stored)).toEqual(tokensOf(likeness.marks));
    expect(compareLikeness(likeness, stored)).toBe(1);
  });

  it('survives every crop of 10 %, mirrored or not, so that the look-up finds it', async () => {
    const crops: Theft['crop'][] = [
      { left: 0.1, top: 0, right: 0, bottom: 0.1 },
      { left: 0, top: 0.1, right: 0.1, bottom: 0 },
      { left: 0.02, top: 0.08, right: 0.08, bottom: 0.02 },
    ];
    for (const seed of [2, 3, 4]) {
      const picture = await sceneJpeg(seed);
      const { marks } = await likenessFrom(picture);
      for (const [index, crop] of crops.entries()) {
        const copy = await likenessFrom(await stolen(picture, { crop, isMirrored: index % 2 === 0, quality: 50 }));
        expect(compareLikeness(copy, marks)).toBeGreaterThan(0);
        expect(tokensShared(tokensOf([...copy.marks, ...copy.mirrored]), tokensOf(marks))).toBeGreaterThan(0);
      }
    }
  });

  it('is none between different pictures, and for an empty one', async () => {
    const all = await Promise.all([10, 11, 12, 13, 14, 15].map(async (seed) => likenessFrom(await sceneJpeg(seed))));
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(0, index)) expect(compareLikeness(one, other.marks)).toBe(0);
    }
    const empty = likenessOf(new Float32Array(WIDTH * HEIGHT).fill(128));
    expect(empty.marks).toEqual([]);
    expect(compareLikeness(empty, empty.marks)).toBe(0);
  });
});
