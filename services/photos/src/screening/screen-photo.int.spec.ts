import { moderationEvents, photosEvents, photosRpc, type StoredPhoto, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { otherProcess } from '../imaging/image-process.fixture.spec.js';
import { newTestId, newUserId, PhotosFixture } from '../photos.fixture.spec.js';
import { facesJpeg, sceneJpeg, stolen, type Theft } from './pictures.fixture.spec.js';
import { uncompiledScreeningProcess } from './screening-process.fixture.spec.js';

describe('screening', () => {
  let photos: PhotosFixture;
  let seed = 1;
  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());
  beforeEach(async () => {
    photos.settings = {};
    photos.screeningProcess = uncompiledScreeningProcess;
    await photos.session.query('delete from photo_likeness');
    seed += 1;
  });
  afterEach(() => photos.stopWorker());

  async function upload(bytes: Buffer, userId: UserId = newUserId()): Promise<StoredPhoto> {
    const files = await photos.stageAll([{ filename: 'a.jpg', bytes }]);
    const request = { userId, section: 'bank' as const, files };
    const { photos: uploaded } = await photos.rpc.call(photosRpc.uploadPhotos, request, photos.context(userId));
    return uploaded[0]!;
  }

  const screeningsOf = async ({ photoId }: StoredPhoto) =>
    (await photos.eventsOf(`photo-${photoId}`)).filter(({ type }) => type === 'PhotoScreened').map(({ data }) => data);

  async function screened(photo: StoredPhoto) {
    return eventually(async () => {
      const [screening] = await screeningsOf(photo);
      return screening ?? Promise.reject(new Error('not screened'));
    });
  }

  it('clears a picture like no other, once, and tells the other services', async () => {
    await photos.startWorker();
    const photo = await upload(await sceneJpeg(seed));
    expect(await screened(photo)).toMatchObject({ findings: [], faces: 'unknown' });
    await photos.session.query(`update work_items set completed_at = null where queue = 'photos-screen'`);
    const other = await upload(await sceneJpeg(seed + 1_000));
    expect(await screened(other)).toMatchObject({ findings: [] });
    expect(await screeningsOf(photo)).toHaveLength(1);
    const published = await photos.published(photosEvents.PhotoScreened, 2);
    expect(published[0].data).toEqual({
      ...{ photoId: photo.photoId, userId: photo.userId },
      ...{ findings: [], screenedAt: expect.any(String) },
    });
  });

  const thefts: Record<string, Theft> = {
    're-encoded': { quality: 40 },
    'cropped by 10 % at two sides': { crop: { left: 0.1, top: 0.1, right: 0, bottom: 0 } },
    'cropped by 10 % around': { crop: { left: 0.05, top: 0.05, right: 0.05, bottom: 0.05 } },
    mirrored: { isMirrored: true },
    're-encoded, cropped and mirrored': {
      crop: { left: 0.07, top: 0.03, right: 0.03, bottom: 0.06 },
      ...{ isMirrored: true, quality: 50 },
    },
  };

  it('finds a photo of another account that was re-encoded, cropped or mirrored', async () => {
    await photos.startWorker();
    const own = await upload(await sceneJpeg(seed));
    await screened(own);
    for (const [what, theft] of Object.entries(thefts)) {
      const copy = await upload(await stolen(await sceneJpeg(seed), theft));
      const { findings } = await screened(copy);
      const found = findings.find((finding: { photoId?: string }) => finding.photoId === own.photoId);
      expect({ what, ...found }).toMatchObject({ what, kind: 'otherAccount', userId: own.userId });
    }
    const again = await upload(await sceneJpeg(seed), own.userId);
    const { findings } = await screened(again);
    expect(findings.map(({ photoId }: { photoId: string }) => photoId)).not.toContain(own.photoId);
  });

  it('finds a photo that moderation removed, even if the same account brings it back', async () => {
    await photos.startWorker();
    const own = await upload(await sceneJpeg(seed));
    await screened(own);
    const removed = await photos.publish(moderationEvents.CaseDecided, {
      ...{ caseId: newTestId() as never, statementId: newTestId() as never, kind: 'photo', decision: 'removePhoto' },
      ...{ userId: own.userId, photoId: own.photoId, rule: null, until: null },
      ...{ decidedAt: new Date().toISOString(), answered: [] },
    });
    await photos.settled('remove-on-case-decided', removed);
    const again = await upload(await stolen(await sceneJpeg(seed), { quality: 50 }), own.userId);
    const finding = { kind: 'removedBefore', photoId: own.photoId };
    expect(await screened(again)).toMatchObject({ findings: [finding] });
  });

  it('forgets the likeness of a photo that its owner deletes', async () => {
    await photos.startWorker();
    const own = await upload(await sceneJpeg(seed));
    await screened(own);
    const request = { userId: own.userId, photoId: own.photoId };
    await photos.rpc.call(photosRpc.deletePhoto, request, photos.context(own.userId));
    expect(await photos.session.query('select photo_id from photo_likeness')).toEqual([]);
  });

  it('leaves a photo to a moderator whose screening fails again and again', async () => {
    const broken = otherProcess(`process.on('message', () => process.exit(1));`);
    photos.screeningProcess = broken;
    await photos.startWorker();
    const photo = await upload(await sceneJpeg(seed));
    await eventually(async () => {
      await photos.session.query(`update work_items set available_at = now() where queue = 'photos-screen'
        and completed_at is null and attempts > 0`);
      expect(await screeningsOf(photo)).toMatchObject([{ findings: [{ kind: 'failed' }], faces: 'unknown' }]);
    });
    const [item] = await photos.session.query(`select attempts from work_items where id = $1`, [
      `screen-photo:${photo.photoId}`,
    ]);
    expect(item).toEqual({ attempts: 2 });
    broken.remove();
  });

  it('counts faces for the owner, and finds no nudity in a drawing of a dressed person', async () => {
    photos.settings = { SCREENING_FACES: 'on', SCREENING_NUDITY: 'on', NUDITY_THRESHOLD: 0.8 };
    await photos.startWorker();
    const pictures = [await sceneJpeg(seed), await facesJpeg(1), await facesJpeg(2)];
    const seen = [];
    for (const bytes of pictures) {
      const photo = await upload(bytes);
      const { findings, faces } = await screened(photo);
      expect(findings.filter(({ kind }: { kind: string }) => kind === 'nudity')).toEqual([]);
      await eventually(async () => expect((await photos.photo(photo.photoId))!.facesSeen).toBe(faces));
      seen.push(faces);
    }
    expect(seen).toEqual(['none', 'one', 'several']);
  });

  it('calls everything nudity with a threshold of 0, and removes nothing', async () => {
    photos.settings = { SCREENING_NUDITY: 'on', NUDITY_THRESHOLD: 0 };
    await photos.startWorker();
    const photo = await upload(await facesJpeg(1));
    expect(await screened(photo)).toMatchObject({ findings: [{ kind: 'nudity', score: expect.any(Number) }] });
    expect(await photos.list(photo.userId, 'bank')).toHaveLength(1);
  });
});
