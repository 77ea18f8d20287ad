import type { SqlSession } from '@candid/event-store';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { photoStream } from '../photo/domain/streams.js';
import {
  ORIGINALS_PREFIX,
  originalOfKey,
  PHOTOS_PREFIX,
  photoIdOfKey,
  REMOVED_PREFIX,
  STAGING_PREFIX,
} from './object-keys.js';

const BATCH_SIZE = 500;

export interface OrphanSweep {
  storage: ObjectStorage;
  session: SqlSession;
  /** What was modified after this may belong to an upload under way. */
  before: Date;
  /** Originals of pictures that were chosen before this are removed. */
  originalsBefore: Date;
  signal: AbortSignal;
}

/**
 * Removes orphans: staged bytes whose upload failed, and pictures whose photo was never created or is deleted. It
 * removes originals whose time is over. It sweeps the quarantine too, but not the copies under a legal hold. It reads the events, because a projection may lag
 * and a removed picture cannot be restored.
 * @returns how many objects were removed
 */
export async function removeOrphans(sweep: OrphanSweep): Promise<number> {
  const { storage, before, originalsBefore, signal } = sweep;
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list(STAGING_PREFIX)) {
    if (signal.aborted) return removed;
    if (modifiedAt > before) continue;
    await storage.remove(key);
    removed += 1;
  }
  for await (const { key } of storage.list(ORIGINALS_PREFIX)) {
    if (signal.aborted) return removed;
    if ((originalOfKey(key)?.chosenAt ?? 0) > originalsBefore.getTime()) continue;
    await storage.remove(key);
    removed += 1;
  }
  for (const prefix of [PHOTOS_PREFIX, REMOVED_PREFIX, ORIGINALS_PREFIX])
    removed += await removeOrphansIn(prefix, sweep);
  return removed;
}

async function removeOrphansIn(prefix: string, sweep: OrphanSweep): Promise<number> {
  const { storage, before, signal } = sweep;
  let removed = 0;
  let batch: string[] = [];
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (signal.aborted) return removed;
    if (modifiedAt <= before) batch.push(key);
    if (batch.length < BATCH_SIZE) continue;
    removed += await removeUnowned(batch, sweep);
    batch = [];
  }
  return removed + (await removeUnowned(batch, sweep));
}

async function removeUnowned(keys: string[], { storage, session }: OrphanSweep): Promise<number> {
  const photoIds = new Set(keys.flatMap((key) => photoIdOfKey(key) ?? []));
  const kept = await keptPhotos(session, [...photoIds]);
  const unowned = keys.filter((key) => !kept.has(photoIdOfKey(key) ?? ''));
  for (const key of unowned) await storage.remove(key);
  return unowned.length;
}

async function keptPhotos(session: SqlSession, photoIds: string[]): Promise<Set<string>> {
  if (photoIds.length === 0) return new Set();
  const streamOf = new Map(photoIds.map((photoId) => [photoStream(photoId), photoId]));
  const rows = await session.query<{ stream_id: string }>(
    `select stream_id from events where stream_id = any ($1::text[])
      group by stream_id
      having bool_and(type <> 'PicturesPurged' and (type <> 'PhotoDeleted' or data ? 'isInQuarantine'))`,
    [`{${[...streamOf.keys()].join(',')}}`],
  );
  return new Set(rows.flatMap((row) => streamOf.get(row.stream_id) ?? []));
}
