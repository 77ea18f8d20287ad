import type { SqlSession } from '@candid/event-store';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { RENDITION_WIDTHS } from '../imaging/renditions.js';
import { prefixOfPhoto, prefixOfRemoved, renditionIn } from './object-keys.js';

const PAGE_SIZE = 500;
const AT_ONCE = 16;

interface MissingPictures {
  photoId: string;
  keys: string[];
}

interface Options {
  session: SqlSession;
  storage: ObjectStorage;
  /** Called after each page with the number of photos checked. */
  onProgress?: (photos: number) => void;
}

type Row = { photoId: string; isRemoved: boolean };

/** Looks for the pictures of a removed photo in quarantine. */
async function missingOf({ photoId, isRemoved }: Row, storage: ObjectStorage): Promise<MissingPictures> {
  const prefix = isRemoved ? prefixOfRemoved(photoId) : prefixOfPhoto(photoId);
  const there = new Set<string>();
  for await (const { key, size } of storage.list(prefix)) if (size > 0) there.add(key);
  const wanted = RENDITION_WIDTHS.map((width) => renditionIn(prefix, width));
  return { photoId, keys: wanted.filter((key) => !there.has(key)) };
}

/** Yields every listed photo that lacks a picture. Lists the storage once per photo. */
export async function* findMissingPictures({ session, storage, onProgress }: Options): AsyncGenerator<MissingPictures> {
  let after = '00000000-0000-0000-0000-000000000000';
  let looked = 0;
  for (;;) {
    const page = await session.query<Row>(
      'select photo_id as "photoId", is_removed as "isRemoved" from photo where photo_id > $1 order by photo_id limit $2',
      [after, PAGE_SIZE],
    );
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const some = page.slice(start, start + AT_ONCE);
      const found = await Promise.all(some.map((row) => missingOf(row, storage)));
      yield* found.filter(({ keys }) => keys.length > 0);
    }
    looked += page.length;
    onProgress?.(looked);
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.photoId;
  }
}
