import type { SqlSession } from '@candid/event-store';
import type { ScoreFit } from '@candid/scores';
import { LIMITS } from '../kernel/config.js';
import { keepEvidenceSql } from './adjusted-scores.rows.js';
import { copyId, ID_BYTES, pagesOf, type Ratings } from './read-ratings.js';

const RECORD_BYTES = ID_BYTES + 2 * 8;

/** A stored message stays if it differs less than this from the fitted one. Most messages change less in a day. */
const PRECISION_SHARE_MIN = 0.005;
const MEAN_POINTS_MIN = 0.02;

interface PackedPhoto {
  photo_id: Buffer;
  packed: Buffer;
}

/**
 * Writes the messages of photos `from` (included) to `to` (excluded). The caller's transaction has locked the adjusted
 * scores exclusively. If a photo's ratings have changed since they were read, aggregation rescores the photo, so its
 * stored messages stay. Severities do not change here; `severityCorrections` later makes them the sums of all messages.
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

/** If a rating is removed after this query, the rescoring of its photo removes the evidence. */
const receivedSql = `select uuid_send(r.photo_id) as photo_id, string_agg(uuid_send(r.submission_id), '' order by r.submission_id) as packed
  from received_rating r
  where r.photo_id = any ($1::uuid[]) and r.score is not null
    and not exists (select from spoiled_submission s where s.submission_id = r.submission_id)
  group by r.photo_id order by r.photo_id`;

/** Rows and photos have the same order. A photo without a row yields an empty buffer. */
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

type Place = readonly [rating: number, photo: number];

class MessagePage {
  readonly changed: Place[] = [];
  /** The keys are photos. Ratings in `uncounted` have no evidence: they are not aggregated yet, or were removed since they were read. */
  readonly uncounted = new Map<number, { uncounted: Place[]; changed: Place[] }>();

  constructor(
    private readonly ratings: Ratings,
    private readonly fit: ScoreFit,
  ) {}

  /** Ratings and evidence are both ordered by submission id. */
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

  /** Writes no message of the photo if one of its uncounted ratings has been removed. */
  compareUncounted(photo: number, received: Buffer): void {
    const { uncounted, changed } = this.uncounted.get(photo) ?? { uncounted: [], changed: [] };
    let at = 0;
    for (const [n] of uncounted) {
      while (at < received.length && this.order(n, received, at) > 0) at += ID_BYTES;
      if (at === received.length || this.order(n, received, at) !== 0) return;
    }
    this.changed.push(...changed, ...uncounted);
  }

  /** Returns a positive number if the rating's submission comes after the one in the buffer, 0 if they are equal. */
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
  await session.query(keepEvidenceSql, [
    uuidArray(places.length, (target, offset, index) => copyId(photoIds, places[index]![1], target, offset)),
    uuidArray(places.length, (target, offset, index) => copyId(submissionIds, places[index]![0], target, offset)),
    uuidArray(places.length, (target, offset, index) =>
      assessors.copyTo(target, offset, columns.assessors[places[index]![0]]!),
    ),
    intArray(places.map(([n]) => columns.scores[n]!)),
    floatArray(places.map(([n]) => message.precision[n]!)),
    floatArray(places.map(([n]) => message.shift[n]!)),
  ]);
}

interface RatingKey {
  photo_id: string;
  submission_id: string;
}

/** Finds evidence that has a message, for ratings accepted from `from` (null: any time) until `to` (excluded). */
export function pastMessages(session: SqlSession, from: Date | null, to: Date): AsyncGenerator<RatingKey[]> {
  const sql = `select e.photo_id, e.submission_id
      from received_rating r join rating_evidence e using (photo_id, submission_id)
     where r.accepted_at < $2::timestamptz and ($1::timestamptz is null or r.accepted_at >= $1::timestamptz)
       and e.message_precision > 0
     order by e.photo_id`;
  return pagesOf(session, sql, [from?.toISOString() ?? null, to.toISOString()], LIMITS.fitPage);
}

/** Sets the precision to 0, because the assessor's severity of the last year does not contain these messages. */
export async function silencePast(session: SqlSession, keys: readonly RatingKey[]): Promise<void> {
  await session.query(
    `update rating_evidence e set message_precision = 0, message_shift = 0
     from unnest($1::uuid[], $2::uuid[]) as k (photo_id, submission_id)
     where e.photo_id = k.photo_id and e.submission_id = k.submission_id`,
    [keys.map((key) => key.photo_id), keys.map((key) => key.submission_id)],
  );
}

/**
 * Arrays in PostgreSQL's binary format. The driver passes them on unchanged, so neither side formats or parses text. Format:
 * dimensions, null flag, element type, length and lower bound; then size and bytes of each element.
 */
const HEADER_BYTES = 20;
const UUID_OID = 2950;
const INT4_OID = 23;
const FLOAT8_OID = 701;

const uuidArray = (length: number, write: (target: Buffer, offset: number, index: number) => void): Buffer =>
  arrayOf(UUID_OID, ID_BYTES, length, write);

const intArray = (values: readonly number[]): Buffer =>
  arrayOf(INT4_OID, 4, values.length, (target, offset, index) => target.writeInt32BE(values[index]!, offset));

const floatArray = (values: readonly number[]): Buffer =>
  arrayOf(FLOAT8_OID, 8, values.length, (target, offset, index) => target.writeDoubleBE(values[index]!, offset));

function arrayOf(
  elementType: number,
  bytes: number,
  length: number,
  write: (target: Buffer, offset: number, index: number) => void,
): Buffer {
  const array = Buffer.alloc(HEADER_BYTES + length * (4 + bytes));
  for (const [position, value] of [1, 0, elementType, length, 1].entries()) array.writeInt32BE(value, position * 4);
  for (let index = 0; index < length; index += 1) {
    const at = HEADER_BYTES + index * (4 + bytes);
    array.writeInt32BE(bytes, at);
    write(array, at + 4, index);
  }
  return array;
}
