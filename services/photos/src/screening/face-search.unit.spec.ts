import {
  drawnFace,
  drawnWithoutFace,
  type FaceOptions,
  type FacePicture,
  isOfFace,
  photographedFace,
  photographedWithoutFace,
  turned,
} from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type FaceModel, searchFaces } from './face-search.js';
import { loadFaceModel } from './models.js';

/** These are small samples; `npm run bench -- faces` measures the same with many pictures. */
describe('the search for faces', () => {
  let model: FaceModel;
  beforeAll(async () => {
    model = await loadFaceModel();
  });

  const isFound = async ({ jpeg, face }: FacePicture): Promise<boolean> => {
    const { boxes } = await searchFaces(model, jpeg);
    return boxes.length === 1 && isOfFace(boxes[0]!, face);
  };
  const square = { width: 480, height: 480 };
  const tall = { width: 360, height: 640 };

  it('finds 95 % of the faces that have a share of 8 to 100 % of the width, and one face of each', async () => {
    const shares = [0.08, 0.3, 0.83, 1];
    const options: FaceOptions[] = shares.flatMap((share, index) => [
      { seed: 10 + index, share },
      { seed: 20 + index, share, size: index % 2 === 0 ? tall : square },
    ]);
    const missed: FaceOptions[] = [];
    for (const [index, option] of options.entries()) {
      if (!(await isFound(await drawnFace(option)))) missed.push(option);
      if (!(await isFound(await photographedFace(2 * index, option)))) missed.push(option);
    }
    expect(missed.slice(0.05 * 2 * options.length)).toEqual([]);
  });

  it.each([1, 2, 3])('finds a face in a picture that was turned by %p quarters', async (quarters) => {
    const picture = await photographedFace(18, { seed: 11, share: 0.4 });
    expect(await isFound(await turned(picture, quarters))).toBe(true);
  });

  it('finds a face in a grey picture', async () => {
    const { jpeg, face } = await photographedFace(18, { seed: 12, share: 0.4 });
    expect(await isFound({ jpeg: await sharp(jpeg).greyscale().jpeg().toBuffer(), face })).toBe(true);
  });

  it('finds none in scenes, waterfalls, round things, towns, noise and parts of photographs', async () => {
    const drawn = [5, 6, 7, 8, 9].map((seed) => drawnWithoutFace(seed));
    for (const jpeg of await Promise.all([...drawn, photographedWithoutFace(1)]))
      expect((await searchFaces(model, jpeg)).boxes).toEqual([]);
  });

  it('reads a bounded number of squares of a picture of any shape', async () => {
    let squares = 0;
    const counting: FaceModel = {
      ...model,
      boxesIn: (square) => {
        squares += 1;
        return model.boxesIn(square);
      },
    };
    const longest = sharp({ create: { width: 4_000, height: 3, channels: 3, background: '#777' } });
    await searchFaces(counting, await longest.jpeg().toBuffer());
    expect(squares).toBe(4 * (2 + 5));
  });
});
