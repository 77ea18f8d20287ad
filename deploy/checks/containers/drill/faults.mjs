import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { bucketOf } from './bucket.mjs';
import { inDatabase } from './databases.mjs';

/** Asserts that the check exits with code 1 and prints each text of `named`. */
async function areNamed(cluster, job, named) {
  const { code, output } = await cluster.runJob('CronJob', job);
  assert.equal(code, 1, `${job} ended with ${code}:\n${output}`);
  for (const text of named) assert.ok(output.includes(text), `${job} does not say ${text}:\n${output}`);
}

/** Changes a posting, so that the postings of its transfer no longer add up to zero. */
async function changePosting(cluster) {
  const [{ transfer_id: transfer }] = await inDatabase(cluster, 'tokens', [
    `update postings set amount = amount + 3 where (account, global_position) =
       (select account, global_position from postings order by global_position, account limit 1) returning transfer_id`,
  ]);
  return ['FAULT postings-sum-to-zero', 'FAULT balances-equal-events', `transfer ${transfer}`];
}

async function removeEvent(cluster) {
  const [{ event_id: event }] = await inDatabase(cluster, 'tokens', [
    'delete from events where global_position = (select max(global_position) / 2 from events) returning event_id',
  ]);
  return [`FAULT chain: event ${event}`];
}

/** Adds a dead letter, as if a service had failed to handle an event because dumps were taken at different times. */
async function addDeadLetter(cluster) {
  const insert = `insert into dead_letters (subscriber, event_id, subject, payload, reason)
    values ('place-on-photo-assessment-started', $1, 'ASSESSMENTS.PhotoAssessmentStarted', '{}', 'There is no such photo.') returning id`;
  const [{ id }] = await inDatabase(cluster, 'photos', [insert, [randomUUID()]]);
  return [`FAULT dead-letters: photos.${id} of place-on-photo-assessment-started`];
}

/** Removes one of a photo's picture files from the bucket. */
async function removePicture(cluster) {
  const bucket = await bucketOf(cluster, 'candid-dev-photos');
  const [{ photo_id: photo }] = await inDatabase(cluster, 'photos', ['select photo_id from photo limit 1']);
  const { value } = await bucket.list(`photos/${photo}/`)[Symbol.asyncIterator]().next();
  await bucket.remove(value.key);
  return [`FAULT photo ${photo}: without ${value.key}`];
}

/** Breaks ledger, event chain and bucket, and adds a dead letter. Asserts that one run of each check reports every fault. */
export async function faultsNamed(cluster) {
  const inLedger = [await changePosting(cluster), await addDeadLetter(cluster), await removeEvent(cluster)].flat();
  const ofPhotos = await removePicture(cluster);
  await Promise.all([areNamed(cluster, 'ledger-check', inLedger), areNamed(cluster, 'photos-check', ofPhotos)]);
}

const cutShort = {
  rename: (key) => key.replace('Z.dump', 'Z.later.dump'),
  bytes: (dump) => dump.subarray(0, dump.length / 2),
};

const tables = "select count(*)::int as number from pg_class where relnamespace = 'public'::regnamespace";

/** Copies the tokens service's only dump, changed by `bytes`, to the key that `rename` returns. Removes the copy after `use`. */
async function withDump(cluster, { rename, bytes = (dump) => dump }, use) {
  const bucket = await bucketOf(cluster, 'candid-dev-backups');
  const { value } = await bucket.list('tokens/')[Symbol.asyncIterator]().next();
  const dump = await buffer((await bucket.get(value.key)).stream);
  const key = rename(value.key);
  await bucket.put(key, bytes(dump), 'application/octet-stream');
  await use(key);
  await bucket.remove(key);
}

/** Asserts that a restore refuses dumps of different nights. */
export const dumpsOfDifferentNights = (cluster) =>
  withDump(cluster, { rename: () => 'tokens/2998-01-01T000000Z.dump' }, async () => {
    const { code, output } = await cluster.runJob('Job', 'identity-restore');
    assert.equal(code, 1, output);
    assert.match(output, /^identity has .+, tokens has 2998-01-01T000000Z\.dump: set RESTORE_BEFORE/m);
  });

/** Asserts that restoring a truncated dump fails and leaves the database unchanged. */
export const dumpCutShort = (cluster) =>
  withDump(cluster, cutShort, async (key) => {
    const before = await inDatabase(cluster, 'tokens', [tables]);
    const { code, output } = await cluster.runJob('Job', 'tokens-restore');
    assert.equal(code, 1, output);
    assert.ok(output.includes(key.slice('tokens/'.length)), output);
    assert.match(output, /pg_restore: error: /);
    assert.deepEqual(await inDatabase(cluster, 'tokens', [tables]), before);
  });
