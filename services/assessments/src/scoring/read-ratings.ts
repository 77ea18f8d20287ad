import type { SqlSession } from '@candid/event-store';
import type { RatingColumns } from '@candid/scores';
import { LIMITS } from '../kernel/config.js';

/** Ratings ordered by `photo_id, submission_id`. The ids are stored without gaps, 16 bytes each. */
export interface Ratings {
  columns: RatingColumns;
  photoIds: Buffer;
  submissionIds: Buffer;
  assessors: IdTable;
}

/** Owners whose ratings are fitted together. An empty block means all owners. */
interface Block {
  /** Countries of the owners; '' is an unknown country. */
  countries?: readonly string[];
  /** A part of these owners, by the hash of their ids. `of` is the number of parts; `number` counts from 0. */
  part?: { number: number; of: number };
}

export interface RatingsWanted extends Block {
  since: Date;
  /** Share of the photos to read, chosen by the hash of their ids. A photo is read with all its ratings. */
  share?: number;
}

/**
 * Packs countries of owners into few blocks of about `blockRatings` ratings, or into one block if there are fewer ratings in
 * total. Assessors mostly rate owners of one country, so a block contains nearly all ratings of its assessors. A country with more
 * ratings is fitted in parts.
 */
export async function packedBlocks(
  session: SqlSession,
  since: Date,
  blockRatings: number,
): Promise<{ ratings: number; blocks: Block[] }> {
  const rows = await session.query<{ country: string; ratings: string }>(
    `select coalesce(p.country, '') as country, count(*) as ratings
       from received_rating r left join participant p on p.user_id = r.owner_id
      where r.score is not null and r.accepted_at >= $1::timestamptz group by 1 order by 2 desc, 1`,
    [since.toISOString()],
  );
  const counts = rows.map(({ country, ratings }) => ({ country, ratings: Number(ratings) }));
  const total = counts.reduce((sum, { ratings }) => sum + ratings, 0);
  return { ratings: total, blocks: total <= blockRatings ? [{}] : packed(counts, blockRatings) };
}

/** Puts each country into the first block with room. A larger country is divided into as many parts as needed. */
export function packed(counts: readonly { country: string; ratings: number }[], size: number): Block[] {
  const shared: { countries: string[]; room: number }[] = [];
  const parts: Block[] = [];
  for (const { country, ratings } of counts) {
    const of = Math.ceil(ratings / size);
    const block = shared.find(({ room }) => room >= ratings);
    if (of > 1)
      for (let number = 0; number < of; number += 1) parts.push({ countries: [country], part: { number, of } });
    else if (block) {
      block.countries.push(country);
      block.room -= ratings;
    } else shared.push({ countries: [country], room: size - ratings });
  }
  return [...parts, ...shared.map(({ countries }) => ({ countries }))];
}

export const ID_BYTES = 16;

const RECORD_BYTES = 2 * ID_BYTES + 2;
const HASHES = 65_536;

/** A rating counts unless its submission is spoiled. Omits conditions that exclude no rows: they worsen the plan. */
function wantedSql({ since, countries, part, share = 1 }: RatingsWanted): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [since.toISOString()];
  let ofCountries = '';
  let ofPart = '';
  let ofSample = '';
  if (countries) ofCountries = `and coalesce(p.country, '') = any ($${parameters.push(countries)}::text[])`;
  if (part) {
    const [of, number] = [parameters.push(part.of), parameters.push(part.number)];
    ofPart = `and (uuid_hash(r.owner_id) & ${HASHES - 1}) % $${of}::int = $${number}::int`;
  }
  if (share < 1) {
    ofSample = `and (uuid_hash(r.photo_id) & ${HASHES - 1}) < $${parameters.push(Math.ceil(share * HASHES))}::int`;
  }
  const sql = `from received_rating r ${countries ? 'left join participant p on p.user_id = r.owner_id' : ''}
    where r.score is not null and r.accepted_at >= $1::timestamptz ${ofCountries} ${ofPart} ${ofSample}
      and not exists (select from spoiled_submission s where s.submission_id = r.submission_id)`;
  return { sql, parameters };
}

/**
 * Reads one snapshot. The caller's transaction is `repeatable read, read only`, so it delays no reader of events. Each
 * row of the cursor is a photo. Its ratings are packed into one value, because parsing separate values is slow.
 */
export async function readRatings(session: SqlSession, wanted: RatingsWanted): Promise<Ratings> {
  const { sql, parameters } = wantedSql(wanted);
  // At least half of the table is read. An index by photo would fetch each page of the table many times.
  await session.query('set local enable_indexscan = off');
  const [counted] = await session.query<{ ratings: string }>(`select count(*) as ratings ${sql}`, parameters);
  const count = Number(counted!.ratings);
  // The buffers have room for one photo per rating. The system allocates memory only when it is written.
  const [photoIds, submissionIds] = [Buffer.alloc(count * ID_BYTES), Buffer.alloc(count * ID_BYTES)];
  const photoStarts = new Uint32Array(count + 1);
  const assessorIndexes = new Uint32Array(count);
  const scores = new Uint8Array(count);
  const assessors = new IdTable();
  let [photo, rating] = [0, 0];
  const packedSql = `select uuid_send(r.photo_id) as photo_id, string_agg(
       uuid_send(r.submission_id) || uuid_send(r.assessor_id) || int2send(r.score::int2), '' order by r.submission_id
     ) as ratings ${sql} group by r.photo_id order by r.photo_id`;
  for await (const page of pagesOf<PackedPhoto>(session, packedSql, parameters, LIMITS.fitPhotosPerPage)) {
    for (const { photo_id, ratings } of page) {
      photo_id.copy(photoIds, photo * ID_BYTES);
      for (let at = 0; at < ratings.length; at += RECORD_BYTES) {
        ratings.copy(submissionIds, rating * ID_BYTES, at, at + ID_BYTES);
        assessorIndexes[rating] = assessors.indexOf(ratings, at + ID_BYTES);
        scores[rating] = ratings.readInt16BE(at + 2 * ID_BYTES);
        rating += 1;
      }
      photo += 1;
      photoStarts[photo] = rating;
    }
  }
  const photosRead = { photoStarts: photoStarts.subarray(0, photo + 1), assessors: assessorIndexes, scores };
  return { columns: { ...photosRead, assessorCount: assessors.size }, photoIds, submissionIds, assessors };
}

/** Reads the rows of a query page by page, in the caller's transaction. Only one such query may be open at a time. */
export async function* pagesOf<Row>(
  session: SqlSession,
  sql: string,
  parameters: readonly unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await session.query(`declare pages no scroll cursor for ${sql}`, parameters);
  for (;;) {
    const page = await session.query<Row>(`fetch ${size} from pages`);
    if (page.length > 0) yield page;
    if (page.length < size) break;
  }
  await session.query('close pages');
}

interface PackedPhoto {
  photo_id: Buffer;
  ratings: Buffer;
}

/**
 * Numbers ids of 16 bytes from 0, in the order in which they first occur. It stores bytes instead of strings: 24 to 48 bytes per
 * id. Linear probing resolves collisions, and at most half of the places are used.
 */
export class IdTable {
  private bytes = Buffer.alloc(1024 * ID_BYTES);
  /** Index + 1 of the id at each place; 0 if the place is free. The number of places is a power of two. */
  private places = new Uint32Array(2048);
  private count = 0;

  get size(): number {
    return this.count;
  }

  indexOf(source: Buffer, offset: number): number {
    let place = this.firstPlace(source, offset);
    for (; this.places[place] !== 0; place = (place + 1) & (this.places.length - 1)) {
      const index = this.places[place]! - 1;
      if (this.isAt(index, source, offset)) return index;
    }
    if (this.count * 2 === this.places.length) {
      this.grow();
      return this.indexOf(source, offset);
    }
    source.copy(this.bytes, this.count * ID_BYTES, offset, offset + ID_BYTES);
    this.count += 1;
    this.places[place] = this.count;
    return this.count - 1;
  }

  copyTo(target: Buffer, offset: number, index: number): void {
    copyId(this.bytes, index, target, offset);
  }

  private isAt(index: number, source: Buffer, offset: number): boolean {
    const at = index * ID_BYTES;
    return this.bytes.compare(source, offset, offset + ID_BYTES, at, at + ID_BYTES) === 0;
  }

  /** Hashes all bytes, because ids may share a time prefix or the bits of their version. */
  private firstPlace(source: Buffer, offset: number): number {
    let mixed = 0;
    for (let word = 0; word < ID_BYTES; word += 4) {
      mixed = Math.imul(mixed ^ source.readInt32LE(offset + word), 0x9e3779b1);
      mixed ^= mixed >>> 15;
    }
    return mixed & (this.places.length - 1);
  }

  private grow(): void {
    const bytes = Buffer.alloc(this.bytes.length * 2);
    this.bytes.copy(bytes);
    this.bytes = bytes;
    this.places = new Uint32Array(this.places.length * 2);
    for (let index = 0; index < this.count; index += 1) {
      let place = this.firstPlace(bytes, index * ID_BYTES);
      while (this.places[place] !== 0) place = (place + 1) & (this.places.length - 1);
      this.places[place] = index + 1;
    }
  }
}

export function copyId(ids: Buffer, index: number, target: Buffer, offset: number): void {
  ids.copy(target, offset, index * ID_BYTES, (index + 1) * ID_BYTES);
}
