import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { bucketOf } from './bucket.mjs';
import { inDatabase } from './databases.mjs';

/** The check ends with 1 and says each of `named`. */
async function areNamed(cluster, job, named) {
  const { code, output } = await cluster.runJob('CronJob', job);
  assert.equal(code, 1, `${job} ended with ${code}:\n${output}`);
  for (const text of named) assert.ok(output.includes(text), `${job} does not say ${text}:\n${output}`);
}

/** A transfer gives other than it takes. */
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

/** Another service could not take an event in, as where dumps were not of one moment. */
async function addDeadLetter(cluster) {
  const insert = `insert into dead_letters (subscriber, event_id, subject, payload, reason)
    values ('place-on-photo-assessment-started', $1, 'ASSESSMENTS.PhotoAssessmentStarted', '{}', 'There is no such photo.') returning id`;
  const [{ id }] = await inDatabase(cluster, 'photos', [insert, [randomUUID()]]);
  return [`FAULT dead-letters: photos.${id} of place-on-photo-assessment-started`];
}

/** One of a photo's pictures is gone from the bucket. */
async function removePicture(cluster) {
  const bucket = await bucketOf(cluster, 'candid-dev-photos');
  const [{ photo_id: photo }] = await inDatabase(cluster, 'photos', ['select photo_id from photo limit 1']);
  const { value } = await bucket.list(`photos/${photo}/`)[Symbol.asyncIterator]().next();
  await bucket.remove(value.key);
  return [`FAULT photo ${photo}: without ${value.key}`];
}

/** Breaks the books, the chain of events, a delivery and the bucket. Each check names all that it finds in one run. */
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

/** Stores `bytes(dump)` of the tokens service's only dump under the name that `rename` returns until `use` has ended. */
async function withDump(cluster, { rename, bytes = (dump) => dump }, use) {
  const bucket = await bucketOf(cluster, 'candid-dev-backups');
  const { value } = await bucket.list('tokens/')[Symbol.asyncIterator]().next();
  const dump = await buffer((await bucket.get(value.key)).stream);
  const key = rename(value.key);
  await bucket.put(key, bytes(dump), 'application/octet-stream');
  await use(key);
  await bucket.remove(key);
}

/** A restore needs dumps of one night. */
export const dumpsOfDifferentNights = (cluster) =>
  withDump(cluster, { rename: () => 'tokens/2998-01-01T000000Z.dump' }, async () => {
    const { code, output } = await cluster.runJob('Job', 'identity-restore');
    assert.equal(code, 1, output);
    assert.match(output, /^identity has .+, tokens has 2998-01-01T000000Z\.dump: set RESTORE_BEFORE/m);
  });

/** The newest dump ends in its middle: the restore fails and leaves the database as it was. */
export const dumpCutShort = (cluster) =>
  withDump(cluster, cutShort, async (key) => {
    const before = await inDatabase(cluster, 'tokens', [tables]);
    const { code, output } = await cluster.runJob('Job', 'tokens-restore');
    assert.equal(code, 1, output);
    assert.ok(output.includes(key.slice('tokens/'.length)), output);
    assert.match(output, /pg_restore: error: /);
    assert.deepEqual(await inDatabase(cluster, 'tokens', [tables]), before);
  });
