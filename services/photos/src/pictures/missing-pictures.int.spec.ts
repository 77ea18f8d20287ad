import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newUserId, PhotosFixture } from '../photos.fixture.spec.js';
import { findMissingPictures } from './missing-pictures.js';

describe('findMissingPictures', () => {
  let photos: PhotosFixture;
  beforeEach(async () => {
    photos = await PhotosFixture.start();
  });
  afterEach(() => photos.stop());

  async function missing() {
    const found = [];
    let looked = 0;
    const onProgress = (count: number) => {
      looked = count;
    };
    const { session, storage } = photos;
    for await (const one of findMissingPictures({ session, storage, onProgress })) found.push(one);
    return { found, looked };
  }

  it('finds nothing where every photo has its pictures', async () => {
    await photos.upload(newUserId(), 2);
    expect(await missing()).toEqual({ found: [], looked: 2 });
  });

  it('names the pictures that a photo is without, whether lost or empty', async () => {
    const [whole, lost] = await photos.upload(newUserId(), 2);
    const [first, second, third] = (await photos.keys(`photos/${lost!.photoId}/`)).sort();
    await photos.storage.remove(first!);
    await photos.storage.put(second!, Buffer.alloc(0), 'image/webp');
    const { found, looked } = await missing();
    expect(looked).toBe(2);
    expect(found.map(({ photoId, keys }) => ({ photoId, keys: [...keys].sort() }))).toEqual([
      { photoId: lost!.photoId, keys: [first, second] },
    ]);
    expect(await photos.keys(`photos/${whole!.photoId}/`)).toHaveLength(3);
    expect(third).toBeDefined();
  });
});
