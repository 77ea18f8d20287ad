import { identityEvents, photosRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newTestId, newUserId, PhotosFixture } from '../photos.fixture.spec.js';

const { AccountDeleted } = identityEvents;
const eraseAt = new Date().toISOString();

describe('a deleted account', () => {
  let photos: PhotosFixture;
  beforeAll(async () => {
    photos = await PhotosFixture.start();
  });
  afterAll(() => photos.stop());

  const typesOf = async (photoId: string) => (await photos.eventsOf(`photo-${photoId}`)).map(({ type }) => type);
  const exported = (userId: UserId, cursor?: string) =>
    photos.rpc.call(
      photosRpc.exportPhotos,
      { userId, limit: 2, ...(cursor && { cursor }) } as never,
      photos.context(userId),
    );

  it('takes all photos along, wherever they stand, with preview and pictures, told twice or not', async () => {
    const userId = newUserId();
    const own = [...(await photos.upload(userId, 2)), ...(await photos.upload(userId, 1, newTestId()))];
    const [foreign] = await photos.upload(newUserId());
    const event = await photos.publish(AccountDeleted, { userId, eraseAt });
    await photos.settled('delete-on-account-deleted', event);
    await photos.deliver(AccountDeleted, event);
    await photos.settled('delete-on-account-deleted', await photos.publish(AccountDeleted, { userId, eraseAt }));
    for (const { photoId } of own) {
      expect((await typesOf(photoId)).filter((type) => type === 'PhotoDeleted')).toHaveLength(1);
    }
    expect(await typesOf(foreign!.photoId)).toEqual(['PhotoUploaded']);
    const previews = await photos.session.query<{ photo_id: string }>('select photo_id from photo_preview');
    expect(previews).toEqual([{ photo_id: foreign!.photoId }]);
    await photos.startWorker();
    await eventually(async () => expect((await photos.keys('photos/')).length).toBe(3));
    await photos.stopWorker();
    for (const key of await photos.keys('photos/')) expect(key).toContain(foreign!.photoId);
  });

  it('takes along what was uploaded meanwhile, once the last access token has expired', async () => {
    const userId = newUserId();
    const event = await photos.publish(AccountDeleted, { userId, eraseAt });
    await photos.settled('delete-on-account-deleted', event);
    const [late] = await photos.upload(userId);
    const [item] = await photos.session.query<{ minutes: number }>(
      `select round(extract(epoch from available_at - $2::timestamptz) / 60)::int as minutes from work_items where id = $1`,
      [`delete-all-photos:${userId}`, event['recordedAt']],
    );
    expect(item).toEqual({ minutes: 20 });
    await photos.session.query('update work_items set available_at = now() where id = $1', [
      `delete-all-photos:${userId}`,
    ]);
    await photos.startWorker();
    await eventually(async () => expect(await typesOf(late!.photoId)).toContain('PhotoDeleted'));
    await photos.stopWorker();
  });

  it('was exported page by page before, without anybody else’s photos', async () => {
    const userId = newUserId();
    const own = await photos.upload(userId, 3);
    await photos.upload(newUserId());
    const first = await exported(userId);
    const second = await exported(userId, first.nextCursor!);
    const ids = [...first.photos, ...second.photos].map(({ photoId }) => photoId);
    expect(ids).toEqual(own.map(({ photoId }) => photoId).sort());
    expect(second.nextCursor).toBeNull();
    expect(Date.parse(first.linksExpireAt)).toBeGreaterThan(photos.clock().getTime());
  });
});
