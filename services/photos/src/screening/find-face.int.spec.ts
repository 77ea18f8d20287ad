import { photosRpc } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { newUserId, PhotosFixture, refusalOf } from '../photos.fixture.spec.js';
import { facesJpeg, sceneJpeg } from './pictures.fixture.spec.js';

describe('a face in a picture to crop', () => {
  let photos: PhotosFixture;
  beforeAll(async () => {
    photos = await PhotosFixture.start();
    await photos.restartService({ SCREENING_FACES: 'on' });
  });
  afterAll(() => photos.stop());

  const userId = newUserId();
  const find = (bytes: Buffer, by = userId) =>
    photos.rpc.call(photosRpc.findFace, { userId: by, jpeg: bytes.toString('base64') }, photos.context(by));

  it('is found, with a 4:5 crop around it; none and several have no crop', async () => {
    const { faces, crop } = await find(await facesJpeg(1));
    expect(faces).toBe(1);
    // The picture is 4:5, so a 4:5 crop has equal fractions of width and height.
    expect(crop!.width).toBeCloseTo(crop!.height, 5);
    expect(crop!.left + crop!.width / 2).toBeCloseTo(0.5, 1);
    expect(await find(await facesJpeg(2))).toEqual({ faces: 2, crop: null });
    expect(await find(await sceneJpeg(1))).toEqual({ faces: 0, crop: null });
  });

  it('is not known, and nobody is refused, where the picture is damaged or too many ask at once', async () => {
    const unknown = { faces: null, crop: null };
    expect(await find((await facesJpeg(1)).subarray(0, 400))).toEqual(unknown);
    const bytes = await facesJpeg(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => find(bytes)));
    expect(answers.filter(({ faces }) => faces === 1).length).toBeGreaterThanOrEqual(1);
    expect(answers).toContainEqual(unknown);
  });

  it('is found in a JPEG of any documented size, and other bytes are refused', async () => {
    const large = sharp(await facesJpeg(1))
      .resize(2_800, 3_500)
      .jpeg({ quality: 20 });
    const bytes = await large.toBuffer();
    const padding = Buffer.alloc(180_000 - bytes.length);
    expect((await find(Buffer.concat([bytes, padding]))).faces).toBe(1);
    const png = await sharp(await facesJpeg(1))
      .png()
      .toBuffer();
    for (const other of [png, Buffer.from('no picture'), Buffer.alloc(180_001, bytes)])
      expect(await refusalOf(find(other))).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('is looked for in one’s own name only', async () => {
    const request = { userId: newUserId(), jpeg: (await facesJpeg(1)).toString('base64') };
    const refused = photos.rpc.call(photosRpc.findFace, request, photos.context(userId));
    expect(await refusalOf(refused)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('where faces are not looked for', () => {
  let photos: PhotosFixture;
  beforeAll(async () => {
    photos = await PhotosFixture.start();
    await photos.restartService({ SCREENING: 'off' });
  });
  afterAll(() => photos.stop());

  it('none is known, and a photo is not screened where that is off too', async () => {
    const userId = newUserId();
    const request = { userId, jpeg: (await facesJpeg(1)).toString('base64') };
    const answer = await photos.rpc.call(photosRpc.findFace, request, photos.context(userId));
    expect(answer).toEqual({ faces: null, crop: null });
    const [photo] = await photos.upload(userId);
    const [uploaded] = await photos.eventsOf(`photo-${photo!.photoId}`);
    expect(uploaded!.data).not.toHaveProperty('awaitsScreening');
    expect(await photos.session.query('select id from work_items')).toEqual([]);
  });
});
