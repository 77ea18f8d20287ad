import { randomUUID } from 'node:crypto';
import {
  identityEvents,
  moderationEvents,
  type PhotoCrop,
  type PhotoId,
  photosRpc,
  type UserId,
} from '@candid/contracts';
import { eventually, jpegWithExif, quarterColours } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type Adapter, newPhotoId, newUserId, nothingEnded, PhotosFixture, refusalOf } from '../photos.fixture.spec.js';

const adapters: Adapter[] = ['folder', 's3'];
const HOUR_MS = 3_600_000;
const GONE = 'The picture that this photo was cropped from is no longer kept. Please choose it again.';
/** A crop of about a quarter of a picture of 200 by 250 pixels. */
const upperRight: PhotoCrop = { turn: 0, tilt: 0, left: 0.52, top: 0.02, width: 0.46, height: 0.46 };
const lowerLeft: PhotoCrop = { ...upperRight, left: 0.02, top: 0.52 };

describe.each(adapters)('a crop of a picture in object storage in a %s', (adapter) => {
  let photos: PhotosFixture;
  let userId: UserId;
  let jpeg: Buffer;

  beforeAll(async () => {
    photos = await PhotosFixture.start(adapter);
    jpeg = await jpegWithExif({ width: 200, height: 250, gps: { latitude: 51.5, longitude: -0.12 } });
  });
  afterAll(() => photos.stop());
  beforeEach(() => {
    userId = newUserId();
  });
  afterEach(() => photos.assessments.reset());

  const upload = async (crops: (PhotoCrop | null)[], owner = userId) => {
    const files = await photos.stageAll(crops.map(() => ({ filename: 'me.jpg', bytes: jpeg })));
    const request = {
      ...{ userId: owner, section: 'bank' as const },
      files: files.map((file, index) => ({ ...file, crop: crops[index]! })),
    };
    return (await photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(owner))).photos;
  };
  const uploadOne = async (crop: PhotoCrop | null = null) => (await upload([crop]))[0]!;
  const newKey = () => ({ key: `${userId}:crop:${randomUUID()}`, fingerprint: 'f' });
  const cropAgain = async (photoId: PhotoId, key = newKey(), crop = lowerLeft) => {
    const request = { userId, photoId, crop };
    return (await photos.rpc.call(photosRpc.cropAgain, request, photos.context(userId, { idempotency: key }))).photo;
  };
  const getOriginal = (photoId: PhotoId, who = userId) =>
    photos.rpc.call(photosRpc.getOriginal, { userId: who, photoId }, photos.context(who));
  const originals = () => photos.keys(`originals/${userId}/`);
  const colourOf = async (photoId: string) => {
    const object = await photos.storage.get(`photos/${photoId}/270.webp`);
    const { data } = await sharp(Buffer.concat(await object!.stream.toArray()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { r: data[0]!, g: data[1]!, b: data[2]! };
  };
  const near = ({ r, g, b }: { r: number; g: number; b: number }) => {
    const close = (value: number) => expect.closeTo(value, -1.4);
    return { r: close(r), g: close(g), b: close(b) };
  };

  it('is cut on the server, and the picture is kept as it came beside it', async () => {
    const [first, second, third] = await upload([upperRight, lowerLeft, null]);
    expect(await colourOf(first!.photoId)).toEqual(near(quarterColours.topRight));
    expect(await colourOf(second!.photoId)).toEqual(near(quarterColours.bottomLeft));
    expect(await colourOf(third!.photoId)).toEqual(near(quarterColours.topLeft));
    const kept = await originals();
    expect(kept.map((key) => key.split('/')[2]).sort()).toEqual(
      [first, second, third].map((photo) => photo!.photoId).sort(),
    );
    const original = await photos.storage.get(kept[0]!);
    expect(Buffer.concat(await original!.stream.toArray()).equals(jpeg)).toBe(true);
    expect(await photos.keys('incoming/')).toEqual([]);
  });

  it('is made again: a new photo takes the place of the old one, and the original goes along', async () => {
    const old = await uploadOne(upperRight);
    const [kept] = await originals();
    const photo = await cropAgain(old.photoId);
    expect(photo).toMatchObject({ userId, section: 'bank', placeholder: 'unrated' });
    expect(photo.photoId).not.toBe(old.photoId);
    expect(await colourOf(photo.photoId)).toEqual(near(quarterColours.bottomLeft));
    expect((await photos.list(userId, 'bank')).map(({ photoId }) => photoId)).toEqual([photo.photoId]);
    await photos.startWorker();
    await eventually(async () => {
      expect(await photos.keys(`photos/${old.photoId}/`)).toEqual([]);
      expect(await originals()).toEqual([kept!.replace(old.photoId, photo.photoId)]);
    });
    await photos.stopWorker();
    const { width, height, picture } = await getOriginal(photo.photoId);
    expect({ width, height }).toEqual({ width: 200, height: 250 });
    const shown = await sharp(Buffer.from(picture.split(',')[1]!, 'base64')).metadata();
    expect([picture.slice(0, 23), shown.width, shown.exif]).toEqual(['data:image/jpeg;base64,', 200, undefined]);
  });

  // The cases below use one adapter, because `object-storage.int.spec.ts` proves that both adapters behave alike.
  if (adapter === 's3') return;

  it('happens once for one key, also when sent three times at once', async () => {
    const { photoId } = await uploadOne();
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => cropAgain(photoId, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await cropAgain(photoId, key)).toEqual(answers[0]);
    expect((await photos.list(userId, 'bank')).map((photo) => photo.photoId)).toEqual([answers[0]!.photoId]);
  });

  it('leaves one photo of two crops at once, and the other is refused', async () => {
    const { photoId } = await uploadOne();
    const outcomes = await Promise.allSettled([cropAgain(photoId), cropAgain(photoId, newKey(), upperRight)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_FOUND' } });
    expect(await photos.list(userId, 'bank')).toHaveLength(1);
  });

  it('keeps the old photo when it dies before the new one exists, and goes on when it is sent again', async () => {
    const { photoId } = await uploadOne();
    const key = newKey();
    await photos.session.query('alter table photo_preview rename to photo_preview_away');
    const refusal = await refusalOf(cropAgain(photoId, key));
    await photos.session.query('alter table photo_preview_away rename to photo_preview');
    expect(refusal.code).toBe('INTERNAL');
    expect((await photos.list(userId, 'bank')).map((photo) => photo.photoId)).toEqual([photoId]);
    expect(await photos.keys(`photos/${photoId}/`)).toHaveLength(3);
    const photo = await cropAgain(photoId, key);
    expect((await photos.list(userId, 'bank')).map((one) => one.photoId)).toEqual([photo.photoId]);
    photos.passTime(2 * HOUR_MS);
    await photos.sweep();
    photos.passTime(-2 * HOUR_MS);
    const left = (await originals()).map((original) => original.split('/')[2]);
    expect(left).toEqual([photo.photoId]);
  });

  it('is refused with nothing changed where the photo is assessed, also before that is heard of', async () => {
    const { photoId } = await uploadOne();
    photos.assessments.answers['calculateRefund'] = () => ({ refundTokens: 20, isRunning: true });
    expect(await refusalOf(cropAgain(photoId))).toMatchObject({ code: 'CONFLICT' });
    expect(photos.assessments.asked.map(({ message }) => message)).toEqual(['calculateRefund']);
    expect((await photos.list(userId, 'bank')).map((photo) => photo.photoId)).toEqual([photoId]);
    expect(await originals()).toHaveLength(1);
  });

  it('keeps the pictures of a photo that somebody may still report', async () => {
    const { photoId } = await uploadOne();
    photos.assessments.answers['endAssessment'] = () => ({ ...nothingEnded, isReportable: true });
    await cropAgain(photoId);
    await photos.startWorker();
    await eventually(async () => expect(await photos.keys(`removed/${photoId}/`)).toHaveLength(3));
    await eventually(async () => expect(await photos.keys(`originals/${userId}/${photoId}/`)).toEqual([]));
    await photos.stopWorker();
  });

  it.each([
    ['another shape than 4:5', { ...upperRight, width: 0.3 }],
    ['more than the picture', { ...upperRight, left: 0.6 }],
  ])('is refused for %s, in an upload and again, with nothing changed', async (_, crop) => {
    const { photoId } = await uploadOne();
    const before = { objects: await photos.keys('photos/'), originals: await originals() };
    expect(await refusalOf(uploadOne(crop))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusalOf(cropAgain(photoId, newKey(), crop))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect({ objects: await photos.keys('photos/'), originals: await originals() }).toEqual(before);
    expect((await photos.list(userId, 'bank')).map((photo) => photo.photoId)).toEqual([photoId]);
  });

  it('is refused once the original is gone, and for somebody else’s photo', async () => {
    const { photoId } = await uploadOne();
    const stranger = newUserId();
    expect(await refusalOf(getOriginal(photoId, stranger))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such photo.',
    });
    expect(await refusalOf(getOriginal(newPhotoId()))).toMatchObject({ code: 'NOT_FOUND' });
    photos.passTime(25 * HOUR_MS);
    expect(await refusalOf(getOriginal(photoId))).toMatchObject({ code: 'NOT_FOUND', message: GONE });
    expect(await refusalOf(cropAgain(photoId))).toMatchObject({ code: 'NOT_FOUND', message: GONE });
    photos.passTime(-25 * HOUR_MS);
    expect((await getOriginal(photoId)).width).toBe(200);
  });

  it('goes by the time when the picture was chosen, however often it is cropped', async () => {
    const first = await uploadOne();
    photos.passTime(23 * HOUR_MS);
    const { photoId } = await cropAgain(first.photoId);
    photos.passTime(2 * HOUR_MS);
    expect(await refusalOf(cropAgain(photoId))).toMatchObject({ message: GONE });
    photos.passTime(-25 * HOUR_MS);
  });

  it('loses its original with the photo: deleted, removed by a moderator, and with the account', async () => {
    const [deleted, removed, last] = (await upload([null, null, null])) as [
      { photoId: PhotoId },
      { photoId: PhotoId },
      unknown,
    ];
    await photos.rpc.call(photosRpc.deletePhoto, { userId, photoId: deleted.photoId }, photos.context(userId));
    const event = await photos.publish(moderationEvents.CaseDecided, {
      ...{ caseId: randomUUID(), statementId: randomUUID(), kind: 'photo', decision: 'passOn' },
      ...{ userId, photoId: removed.photoId, rule: null, until: null, answered: [] },
      decidedAt: new Date().toISOString(),
    } as never);
    await photos.settled('remove-on-case-decided', event);
    await photos.startWorker();
    await eventually(async () => expect(await originals()).toHaveLength(1));
    expect((await originals())[0]).toContain((last as { photoId: string }).photoId);
    const evidence = await photos.keys('evidence/');
    expect(evidence.map((key) => key.split('/').at(-1)).sort()).toEqual(['1080.webp', '270.webp', '540.webp']);
    expect(await refusalOf(getOriginal(removed.photoId))).toMatchObject({ code: 'NOT_FOUND' });
    const gone = await photos.publish(identityEvents.AccountDeleted, { userId, eraseAt: new Date().toISOString() });
    await photos.settled('delete-on-account-deleted', gone);
    await eventually(async () => expect(await originals()).toEqual([]));
    await photos.stopWorker();
  });

  it('has 40 originals of one person at most, the newest', async () => {
    const old = Date.now() - HOUR_MS;
    for (let count = 0; count < 40; count += 1) {
      await photos.storage.put(`originals/${userId}/${newPhotoId()}/${old + count}`, Buffer.from('x'), 'image/jpeg');
    }
    const { photoId } = await uploadOne();
    const times = (await originals()).map((key) => Number(key.split('/')[3]));
    expect(times).toHaveLength(40);
    expect(Math.min(...times)).toBe(old + 1);
    expect((await originals()).some((key) => key.includes(photoId))).toBe(true);
  });

  it('of an upload that fails keeps no original', async () => {
    const files = await photos.stageAll([{ filename: 'me.jpg', bytes: Buffer.from('no picture') }]);
    const request = { userId, section: 'bank' as const, files };
    await refusalOf(photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(userId)));
    expect(await originals()).toEqual([]);
  });

  describe('is chosen in a preview', () => {
    const preview = async (bytes: Uint8Array, stagingKey?: string, who = userId) => {
      const file = { stagingKey: stagingKey ?? (await photos.stage(bytes)), filename: 'me.jpg' };
      return photos.rpc.call(photosRpc.previewPicture, { userId, file }, photos.context(who));
    };

    it('that is upright and small, and stores nothing', async () => {
      const objects = await photos.keys('photos/');
      const turned = await jpegWithExif({ width: 3_000, height: 2_000, orientation: 6 });
      const { width, height, picture } = await preview(turned);
      expect({ width, height }).toEqual({ width: 2_000, height: 3_000 });
      const shown = await sharp(Buffer.from(picture.split(',')[1]!, 'base64')).metadata();
      expect([shown.width, shown.height]).toEqual([960, 1_440]);
      expect(await photos.keys('photos/')).toEqual(objects);
      expect(await originals()).toEqual([]);
    });

    it('and is refused for what is no picture, was not staged or is somebody else’s', async () => {
      const { photoId } = await uploadOne();
      expect(await refusalOf(preview(Buffer.from('text')))).toMatchObject({
        code: 'UNSUPPORTED_MEDIA',
        message: expect.stringMatching(/^me\.jpg /),
      });
      const notStaged = preview(jpeg, `photos/${photoId}/1080.webp`);
      expect(await refusalOf(notStaged)).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await refusalOf(preview(jpeg, undefined, newUserId()))).toMatchObject({ code: 'FORBIDDEN' });
    });
  });
});
