import type { SqlSession } from '@candid/event-store';
import { floatArray, intArray, uuidArray } from './binary-arrays.js';
import type { ScoreFit } from './domain/fit-score-model.js';
import { copyId, ID_BYTES } from './id-table.js';
import type { Ratings } from './read-ratings.js';

const RECORD_BYTES = ID_BYTES + 2 * 8;
/** A stored message that differs by less stays as it is: most do from one day to the next. */
const PRECISION_SHARE_MIN = 0.005;
const MEAN_POINTS_MIN = 0.02;

interface PackedPhoto {
  photo_id: Buffer;
  packed: Buffer;
}

/**
 * Writes the messages of photos `from` to before `to`, in the caller's transaction, which holds the fair scores alone. A
 * photo whose ratings are not those that were read has been rescored since, or is about to be: it keeps what aggregation
 * wrote. Severities do not change here; `severity-corrections.ts` makes them the sums of all messages afterwards.
 */
export async function writeMessages(
  session: SqlSession,
  ratings: Ratings,
  fit: ScoreFit,
  from: number,
  to: number,
): Promise<void> {
  const photoIds = uuidArray(to - from, (target, offset, index) =>
    copyId(ratings.photoIds, from + index, target, offset),
  );
  const stored = await session.query<PackedPhoto>(storedSql, [photoIds]);
  const page = new MessagePage(ratings, fit);
  for (const [photo, packed] of ofPhotos(ratings, stored, from, to)) page.compare(photo, packed);
  if (page.uncounted.size > 0) {
    const received = await session.query<PackedPhoto>(receivedSql, [photoIds]);
    for (const [photo, packed] of ofPhotos(ratings, received, from, to)) page.compareUncounted(photo, packed);
  }
  await upsert(session, ratings, fit, page.changed);
}

const storedSql = `select uuid_send(photo_id) as photo_id, string_agg(
    uuid_send(submission_id) || float8send(message_precision) || float8send(message_shift), '' order by submission_id
  ) as packed
  from rating_evidence where photo_id = any ($1::uuid[]) and message_precision > 0 group by photo_id order by photo_id`;

/** A rating that is removed later than this is found by its rescoring, which removes the evidence. */
const receivedSql = `select uuid_send(r.photo_id) as photo_id, string_agg(uuid_send(r.submission_id), '' order by r.submission_id) as packed
  from received_rating r
  where r.photo_id = any ($1::uuid[]) and r.score is not null
    and not exists (select from spoiled_submission s where s.submission_id = r.submission_id)
  group by r.photo_id order by r.photo_id`;

/** Rows are ordered by photo, as the photos are; a photo without a row has nothing. */
function* ofPhotos(
  { photoIds }: Ratings,
  rows: readonly PackedPhoto[],
  from: number,
  to: number,
): Generator<[photo: number, packed: Buffer]> {
  let next = 0;
  for (let photo = from; photo < to; photo += 1) {
    const row = rows[next];
    const isOf = row && photoIds.compare(row.photo_id, 0, ID_BYTES, photo * ID_BYTES, (photo + 1) * ID_BYTES) === 0;
    if (isOf) next += 1;
    yield [photo, isOf ? row.packed : Buffer.alloc(0)];
  }
}

/** Index of a rating, and of its photo. */
type Place = readonly [rating: number, photo: number];

/** Sorts out which messages of a page are to be written. */
class MessagePage {
  readonly changed: Place[] = [];
  /** By photo: ratings without evidence, not aggregated yet or removed since they were read, and what else changed. */
  readonly uncounted = new Map<number, { uncounted: Place[]; changed: Place[] }>();

  constructor(
    private readonly ratings: Ratings,
    private readonly fit: ScoreFit,
  ) {}

  /** Both sides are ordered by submission. */
  compare(photo: number, evidence: Buffer): void {
    const { photoStarts } = this.ratings.columns;
    const changed: Place[] = [];
    const uncounted: Place[] = [];
    let at = 0;
    for (let n = photoStarts[photo]!; n < photoStarts[photo + 1]!; n += 1) {
      if (at < evidence.length && this.order(n, evidence, at) === 0) {
        if (this.differs(n, evidence, at)) changed.push([n, photo]);
        at += RECORD_BYTES;
      } else uncounted.push([n, photo]);
    }
    if (at < evidence.length) return;
    if (uncounted.length > 0) this.uncounted.set(photo, { uncounted, changed });
    else this.changed.push(...changed);
  }

  /** Nothing of the photo is written if one of these has been removed. */
  compareUncounted(photo: number, received: Buffer): void {
    const { uncounted, changed } = this.uncounted.get(photo) ?? { uncounted: [], changed: [] };
    let at = 0;
    for (const [n] of uncounted) {
      while (at < received.length && this.order(n, received, at) > 0) at += ID_BYTES;
      if (at === received.length || this.order(n, received, at) !== 0) return;
    }
    this.changed.push(...changed, ...uncounted);
  }

  /** Above 0 if the rating's submission comes after the one in the buffer, 0 if they are the same. */
  private order(n: number, ids: Buffer, at: number): number {
    return this.ratings.submissionIds.compare(ids, at, at + ID_BYTES, n * ID_BYTES, (n + 1) * ID_BYTES);
  }

  private differs(n: number, evidence: Buffer, at: number): boolean {
    const stored = { precision: evidence.readDoubleBE(at + ID_BYTES), shift: evidence.readDoubleBE(at + ID_BYTES + 8) };
    const { precision, shift } = this.fit.message;
    return (
      Math.abs(stored.precision / precision[n]! - 1) > PRECISION_SHARE_MIN ||
      Math.abs(stored.shift / stored.precision - shift[n]! / precision[n]!) > MEAN_POINTS_MIN
    );
  }
}

async function upsert(
  session: SqlSession,
  { columns, photoIds, submissionIds, assessors }: Ratings,
  { message }: ScoreFit,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return;
  await session.query(
    `insert into rating_evidence (photo_id, submission_id, assessor_id, score, message_precision, message_shift)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
     on conflict (photo_id, submission_id) do update
       set message_precision = excluded.message_precision, message_shift = excluded.message_shift`,
    [
      uuidArray(places.length, (target, offset, index) => copyId(photoIds, places[index]![1], target, offset)),
      uuidArray(places.length, (target, offset, index) => copyId(submissionIds, places[index]![0], target, offset)),
      uuidArray(places.length, (target, offset, index) =>
        assessors.copyTo(target, offset, columns.assessors[places[index]![0]]!),
      ),
      intArray(places.map(([n]) => columns.scores[n]!)),
      floatArray(places.map(([n]) => message.precision[n]!)),
      floatArray(places.map(([n]) => message.shift[n]!)),
    ],
  );
}
