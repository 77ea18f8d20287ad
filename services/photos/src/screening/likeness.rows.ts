import type { PhotoId, UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { Hash, Mark } from './likeness.js';

/** Records whether the photo is removed. Marks of a removed photo are kept forever, to recognise copies of the photo. */
export async function markRemoved(session: SqlSession, photoId: string, isRemoved: boolean): Promise<void> {
  const sql = 'update photo_likeness set is_removed = $2 where photo_id = $1::uuid and is_removed <> $2';
  await session.query(sql, [photoId, isRemoved]);
}

/** Deletes a photo's marks. If moderation removed the photo or a case needs it, the marks only lose the owner's id. */
export async function forgetLikeness(
  session: SqlSession,
  { photoId, isNeeded }: { photoId: string; isNeeded: boolean },
): Promise<void> {
  const forget = 'update photo_likeness set user_id = null where photo_id = $1::uuid and (is_removed or $2::boolean)';
  await session.query(forget, [photoId, isNeeded]);
  const remove = 'delete from photo_likeness where photo_id = $1::uuid and not is_removed and not $2::boolean';
  await session.query(remove, [photoId, isNeeded]);
}

interface KeptLikeness {
  photoId: string;
  userId: string;
  marks: readonly Mark[];
  isRemoved: boolean;
}

/** Locks all marks until the transaction ends. If two copies are screened at the same time, one then finds the other. */
export async function lockLikeness(session: SqlSession): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('photo likeness', 0))`);
}

/** Stores the marks of a photo. Stored marks stay unchanged. */
export async function keepLikeness(
  session: SqlSession,
  { photoId, userId, marks, isRemoved }: KeptLikeness,
): Promise<void> {
  await session.query(
    `insert into photo_likeness (photo_id, user_id, marks, tokens, is_removed)
      values ($1::uuid, $2::uuid, $3::bytea, $4::integer[], $5) on conflict (photo_id) do nothing`,
    [photoId, userId, encodeMarks(marks), tokensOf(marks), isRemoved],
  );
}

export interface LikePhoto {
  photoId: PhotoId;
  /** Null if the marks are kept without their owner. */
  userId: UserId | null;
  isRemoved: boolean;
  marks: Mark[];
}

const CANDIDATES_MAX = 200;

/**
 * Finds photos that may be copies of this one: photos removed by moderation, or photos of other accounts. Looks up each token
 * separately, because PostgreSQL would scan the table for all tokens together.
 */
export async function findCandidates(
  session: SqlSession,
  { photoId, userId, tokens }: { photoId: string; userId: string; tokens: readonly number[] },
): Promise<LikePhoto[]> {
  if (tokens.length === 0) return [];
  const rows = await session.query<Omit<LikePhoto, 'marks'> & { marks: Buffer }>(
    `select photo_id as "photoId", user_id as "userId", is_removed as "isRemoved", marks
      from (
        select found.photo_id, count(*) as shared
          from unnest($1::integer[]) as token
          cross join lateral (
            select photo_id from photo_likeness
              where tokens @> array[token] and photo_id <> $2::uuid and (is_removed or user_id <> $3::uuid)
          ) as found
          group by found.photo_id order by shared desc, found.photo_id limit $4::int
      ) as nearest
      join photo_likeness using (photo_id) order by shared desc, photo_id`,
    [tokens, photoId, userId, CANDIDATES_MAX],
  );
  return rows.map((row) => ({ ...row, marks: decodeMarks(row.marks) }));
}

/** Size of a stored mark: 8 bytes for the hash, and 2 each for x, y and scale in hundredths of a pixel. */
const MARK_BYTES = 14;
const HUNDREDTHS = 100;

export function encodeMarks(marks: readonly Mark[]): Buffer {
  const bytes = Buffer.alloc(marks.length * MARK_BYTES);
  for (const [index, { hash, x, y, scale }] of marks.entries()) {
    const start = index * MARK_BYTES;
    bytes.writeUInt32LE(hash[0], start);
    bytes.writeUInt32LE(hash[1], start + 4);
    for (const [place, value] of [x, y, scale].entries()) {
      bytes.writeUInt16LE(Math.round(value * HUNDREDTHS), start + 8 + place * 2);
    }
  }
  return bytes;
}

export function decodeMarks(bytes: Buffer): Mark[] {
  return Array.from({ length: Math.floor(bytes.length / MARK_BYTES) }, (_, index) => {
    const start = index * MARK_BYTES;
    const value = (place: number): number => bytes.readUInt16LE(start + 8 + place * 2) / HUNDREDTHS;
    return {
      hash: [bytes.readUInt32LE(start), bytes.readUInt32LE(start + 4)],
      ...{ x: value(0), y: value(1), scale: value(2) },
    };
  });
}

const TOKENS_PER_MARK = 3;
const TOKEN_BITS = 21;

/**
 * Derives three tokens from each hash. Each token takes every third bit, because neighbouring bits are correlated. Two
 * copies of a picture share some tokens, because some of their marks differ in only a few bits. Two different photos
 * share a token in 0.5 % of cases (decision 0064).
 */
export const tokensOf = (marks: readonly Mark[]): number[] => [
  ...new Set(marks.flatMap(({ hash }) => [0, 1, 2].map((part) => tokenOf(hash, part)))),
];

function tokenOf([low, high]: Hash, part: number): number {
  let token = part;
  for (let index = 0; index < TOKEN_BITS; index += 1) {
    const bit = index * TOKENS_PER_MARK + part;
    token = token * 2 + (bit < 32 ? (low >>> bit) & 1 : (high >>> (bit - 32)) & 1);
  }
  return token;
}
