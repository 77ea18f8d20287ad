import { randomUUID } from 'node:crypto';
import { photosEvents, photosRpc, type UserId } from '@candid/contracts';
import { verifyMediaPath } from '@candid/platform/object-storage';
import { accessTokenOf, eventually, jpegWithExif } from '@candid/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  type Adapter,
  newPhotoId,
  newTestId,
  newUserId,
  PhotosFixture,
  refusalOf,
  SIGNING_SECRET,
} from '../photos.fixture.spec.js';
import { renditionKeys } from '../pictures/object-keys.js';

const adapters: Adapter[] = ['folder', 's3'];

describe.each(adapters)('an upload into object storage in a %s', (adapter) => {
  let photos: PhotosFixture;
  let userId: UserId;
  let jpeg: Buffer;
  let staged: Awaited<ReturnType<PhotosFixture['stageAll']>>;

  beforeAll(async () => {
    photos = await PhotosFixture.start(adapter);
    jpeg = await jpegWithExif({ width: 80, height: 100, orientation: 6, gps: { latitude: 51.5, longitude: -0.12 } });
  });
  afterAll(() => photos.stop());
  beforeEach(() => {
    userId = newUserId();
  });

  type Files = { filename: string; bytes: Uint8Array }[];

  const upload = async (files: Files, more: object = {}, key?: { key: string; fingerprint: string }) => {
    staged = await photos.stageAll(files);
    const request = { userId, section: 'bank' as const, files: staged, ...more };
    const context = photos.context(userId, key && { idempotency: key });
    return photos.rpc.call(photosRpc.uploadPhotos, request, context);
  };
  const good = (filename = 'good.jpg') => ({ filename, bytes: jpeg });
  const newKey = () => ({ key: `${userId}:upload:${randomUUID()}`, fingerprint: 'f' });
  const eventCount = async (where = 'true') =>
    Number((await photos.session.query<{ count: string }>(`select count(*) from events where ${where}`))[0]!.count);

  const stillStaged = async () => {
    const keys = new Set(staged.map(({ stagingKey }) => stagingKey));
    return (await photos.keys('incoming/')).filter((key) => keys.has(key));
  };

  const sizesOf = async (photoId: string) => {
    const sizes: number[] = [];
    for await (const { size } of photos.storage.list(`photos/${photoId}/`)) sizes.push(size);
    return sizes.sort();
  };

  /** Returns the keys of objects without a photo. */
  const unownedObjects = async () => {
    const rows = await photos.session.query<{ stream_id: string }>('select distinct stream_id from events');
    const streams = new Set(rows.map((row) => row.stream_id));
    return (await photos.keys('photos/')).filter((key) => !streams.has(`photo-${key.split('/')[1]}`));
  };

  it('stores every size behind a link, without metadata, and leaves no staged bytes', async () => {
    const {
      photos: [photo],
    } = await upload([good()]);
    expect(photo).toMatchObject({ userId, section: 'bank', placeholder: 'unrated', photoAssessmentId: null });
    expect(photo!.renditions.map(({ width }) => width)).toEqual([270, 540, 1080]);
    expect(photo!.path).toBe(photo!.renditions.at(-1)!.path);
    for (const { width, path } of photo!.renditions) {
      const key = verifyMediaPath(SIGNING_SECRET, path.replace(/^\/api/, ''), photos.clock());
      const object = await photos.storage.get(key!);
      expect(object!.contentType).toBe('image/webp');
      const header = await sharp(Buffer.concat(await object!.stream.toArray())).metadata();
      expect([header.format, header.width, header.exif, header.orientation]).toEqual([
        'webp',
        width,
        undefined,
        undefined,
      ]);
    }
    expect(await stillStaged()).toEqual([]);
  });

  const hostile: [string, string, () => Promise<Uint8Array> | Uint8Array][] = [
    ['empty.jpg', 'UNSUPPORTED_MEDIA', () => Buffer.alloc(0)],
    ['half.jpg', 'UNSUPPORTED_MEDIA', () => jpeg.subarray(0, Math.floor(jpeg.length * 0.7))],
    [
      'strip.png',
      'VALIDATION_FAILED',
      () =>
        sharp({ create: { width: 20_000, height: 50, channels: 3, background: 'black' } })
          .toColourspace('b-w')
          .png({ palette: true, colours: 2 })
          .toBuffer(),
    ],
    ['large.jpg', 'PAYLOAD_TOO_LARGE', () => Buffer.concat([jpeg, Buffer.alloc(15 * 1024 * 1024)])],
  ];

  const tried = adapter === 'folder' ? hostile : hostile.filter(([filename]) => filename === 'half.jpg');

  it.each(tried)('stores nothing when %s is among the files, and names it', async (filename, code, bytesOf) => {
    const objects = await photos.keys('photos/');
    const events = await eventCount();
    const refusal = await refusalOf(
      upload([good('first.jpg'), { filename, bytes: await bytesOf() }, good('last.jpg')]),
    );
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(filename) });
    expect(await photos.keys('photos/')).toEqual(objects);
    expect(await stillStaged()).toEqual([]);
    expect(await eventCount()).toBe(events);
    expect(await photos.list(userId, 'bank')).toEqual([]);
  });

  it('leaves pictures but no photo when it dies before its events, and the sweep removes them', async () => {
    const objects = await photos.keys('photos/');
    await photos.session.query('alter table photo_preview rename to photo_preview_away');
    const refusal = await refusalOf(upload([good()]));
    await photos.session.query('alter table photo_preview_away rename to photo_preview');
    expect(refusal.code).toBe('INTERNAL');
    expect(await photos.list(userId, 'bank')).toEqual([]);
    expect(await photos.keys('photos/')).toHaveLength(objects.length + 3);
    await photos.stage(jpeg);
    photos.passTime(2 * 3_600_000);
    await photos.sweep();
    photos.passTime(-2 * 3_600_000);
    expect(await photos.keys('incoming/')).toEqual([]);
    expect(await photos.keys('photos/')).toEqual(objects);
  });

  // The cases below use one adapter, because `object-storage.int.spec.ts` proves that both adapters behave alike.
  if (adapter === 's3') return;

  it('tells the other services, and keeps nothing of the picture in the events', async () => {
    const {
      photos: [photo],
    } = await upload([good()]);
    const published = await eventually(async () => {
      const events = await photos.published(photosEvents.PhotoUploaded, await eventCount("type = 'PhotoUploaded'"));
      const told = events.find(({ data }) => (data as { photoId: string }).photoId === photo!.photoId);
      return told ?? Promise.reject(new Error('not yet'));
    });
    expect(published.data).toEqual({ photoId: photo!.photoId, userId, photoAssessmentId: null, awaitsScreening: true });
    const [event] = await photos.eventsOf(`photo-${photo!.photoId}`);
    expect(JSON.stringify(event)).not.toContain('data:image');
    expect(photo!.preview).toMatch(/^data:image\/webp/);
  });

  it('takes files meant for the profile or the pool into the bank', async () => {
    for (const section of ['profile', 'pool', 'unrated'] as const) {
      const {
        photos: [photo],
      } = await upload([good()], { section });
      expect(photo).toMatchObject({ section: 'bank', placeholder: 'unrated' });
    }
    expect(await photos.list(userId, 'unrated')).toHaveLength(3);
    expect(await photos.list(userId, 'profile')).toEqual([]);
  });

  it('lets photos of a start wait in testing under the ids they were given', async () => {
    const photoAssessmentId = newTestId();
    const photoIds = [newPhotoId(), newPhotoId()];
    const files = photoIds.map((photoId) => ({ ...good(), photoId }));
    const answer = await upload(files, { section: 'testing', photoAssessmentId });
    expect(answer.photos).toMatchObject(
      photoIds.map((photoId) => ({ photoId, section: 'testing', photoAssessmentId })),
    );
    expect((await photos.list(userId, 'testing')).map(({ photoId }) => photoId).sort()).toEqual([...photoIds].sort());
  });

  it('belongs to a start or to none', async () => {
    expect(await refusalOf(upload([good()], { section: 'testing' }))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refusalOf(upload([good()], { photoAssessmentId: newTestId() }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await stillStaged()).toEqual([]);
  });

  it('takes nine files at most', async () => {
    const files = Array.from({ length: 10 }, (_, index) => good(`${index}.jpg`));
    expect(await refusalOf(upload(files))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await upload(files.slice(0, 9))).photos).toHaveLength(9);
  });

  it('happens once for one idempotency key, also when sent five times at once', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload([good(), good()], {}, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await upload([good(), good()], {}, key)).toEqual(answers[0]);
    const stored = await eventually(async () => {
      const listed = await photos.list(userId, 'bank');
      expect(listed).toHaveLength(2);
      return listed;
    });
    const known = new Set(stored.flatMap(({ photoId }) => renditionKeys(photoId)));
    const all = await photos.keys('photos/');
    expect(all.filter((key) => known.has(key))).toHaveLength(6);
    expect(await stillStaged()).toEqual([]);
    expect(await unownedObjects()).toEqual([]);
  });

  it('is left when its caller waits no longer, and can be sent again with the same staged bytes', async () => {
    const files = await photos.stageAll([good()]);
    const request = { userId, section: 'bank' as const, files };
    const context = photos.context(userId, { idempotency: newKey() });
    const { subject } = photosRpc.uploadPhotos;
    const sent = {
      context: { ...context, token: accessTokenOf({ userId, roles: context.roles }) },
      payload: request,
      timeoutMs: 0,
    };
    // After a stall, the service does not answer a request if its caller has given up.
    await eventually(async () => {
      const answer = await photos.nats.connection.request(subject, JSON.stringify(sent));
      expect(answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    });
    expect((await photos.rpc.call(photosRpc.uploadPhotos, request, context)).photos).toHaveLength(1);
  });

  it('keeps no more than 500 photos of one person, and leaves no staged bytes of one more', async () => {
    await photos.session.query(
      `insert into photo (photo_id, user_id, section, return_to, test_started, times_rated, uploaded_at,
         is_held, is_removed, is_crop_wanted)
       select gen_random_uuid(), $1::uuid, 'bank', 'bank', false, 0, now(), false, false, false from generate_series(1, 499)`,
      [userId],
    );
    expect((await upload([good()])).photos).toHaveLength(1);
    expect(await refusalOf(upload([good()]))).toMatchObject({
      code: 'CONFLICT',
      message: 'You can keep 500 photos at most. Please delete some before you upload more.',
    });
    expect(await stillStaged()).toEqual([]);
    await photos.session.query('delete from photo where user_id = $1::uuid', [userId]);
  });

  it('refuses one person who has too many photos waiting, and nobody else', async () => {
    const many = Promise.allSettled([9, 9].map((count) => photos.upload(userId, count)));
    const stranger = newUserId();
    expect(await photos.upload(stranger)).toHaveLength(1);
    const refused = (await many).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toMatchObject([{ code: 'RATE_LIMITED', details: [{ field: 'retryAfterSeconds', message: '5' }] }]);
  });

  it('refuses another upload under a used key', async () => {
    const key = newKey();
    await upload([good()], {}, key);
    const refusal = await refusalOf(upload([good()], {}, { ...key, fingerprint: 'another' }));
    expect(refusal.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('gives the first answer to a start that is sent again, with the ids it had', async () => {
    const key = newKey();
    const more = { section: 'testing', photoAssessmentId: newTestId() };
    const files = [{ ...good(), photoId: newPhotoId() }];
    const answers = await Promise.all([upload(files, more, key), upload(files, more, key)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await photos.keys(`photos/${files[0]!.photoId}/`)).toHaveLength(3);
  });

  it('never replaces the pictures of a photo that is there', async () => {
    const {
      photos: [photo],
    } = await upload([good()]);
    const bytes = await jpegWithExif({ width: 200, height: 250 });
    const stranger = newUserId();
    const files = await photos.stageAll([{ filename: 'other.jpg', bytes, photoId: photo!.photoId }]);
    const before = await sizesOf(photo!.photoId);
    const request = { userId: stranger, section: 'bank' as const, files };
    const refusal = await refusalOf(photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(stranger)));
    expect(refusal.code).toBe('CONFLICT');
    expect(await sizesOf(photo!.photoId)).toEqual(before);
  });

  it('reads nothing but what was staged', async () => {
    const {
      photos: [photo],
    } = await upload([good()]);
    const stagingKey = `photos/${photo!.photoId}/1080.webp`;
    const request = { userId, section: 'bank' as const, files: [{ stagingKey, filename: 'stolen.webp' }] };
    const refusal = await refusalOf(photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(userId)));
    expect(refusal.code).toBe('VALIDATION_FAILED');
    expect(await photos.keys(`photos/${photo!.photoId}/`)).toHaveLength(3);
  });

  it('is the caller’s own', async () => {
    const request = { userId, section: 'bank' as const, files: await photos.stageAll([good()]) };
    const refusal = await refusalOf(photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(newUserId())));
    expect(refusal.code).toBe('FORBIDDEN');
  });
});
