/**
 * Run `node dist/check.js` after a restore. It checks that the object storage has all pictures of every listed photo.
 * If pictures are missing, it prints the photos concerned and exits with code 1.
 */
import { sessionOfClient } from '@candid/event-store';
import { createObjectStorage } from '@candid/platform/object-storage';
import pg from 'pg';
import { readCheckConfig } from './kernel/config.js';
import { findMissingPictures } from './pictures/missing-pictures.js';

const config = readCheckConfig();
const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 1, application_name: 'photos-check' });
try {
  const storage = await createObjectStorage(config);
  let photos = 0;
  let faults = 0;
  const onProgress = (looked: number): void => {
    photos = looked;
  };
  for await (const { photoId, keys } of findMissingPictures({ session: sessionOfClient(pool), storage, onProgress })) {
    faults += 1;
    process.stdout.write(`FAULT photo ${photoId}: without ${keys.join(', ')}\n`);
  }
  process.stdout.write(
    `${faults === 0 ? 'ok   ' : 'FAULT'} ${photos} photos, ${faults} of them without all pictures\n`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  await pool.end();
}
