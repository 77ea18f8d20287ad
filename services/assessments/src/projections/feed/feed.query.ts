import type { SqlSession } from '@candid/event-store';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import type { Assessor } from '../../records/participants.js';
import { decodeCursor, encodeCursor, type FeedPlace, feedStart } from './feed-cursor.js';

export interface FeedEntry {
  userId: string;
  testId: string;
  photoIds: string[];
}

export interface FeedPage {
  entries: FeedEntry[];
  nextCursor: string | null;
}

interface Row {
  assessment_id: string;
  test_id: string;
  owner_id: string;
  photo_id: string;
  served_share: string | number;
  waiting_since: string;
}

/**
 * What the assessor may rate: not his own, not rated by him, with a place that nobody else holds, of an owner who lets him
 * see it. $1 assessor, $2 now, $3 the assessor's country or null.
 */
const rateable = `o.is_open and o.owner_id <> $1::uuid
  and not exists (select 1 from rated_assessment r where r.rater_id = $1::uuid and r.assessment_id = o.assessment_id)
  and o.accepted + (select count(*) from assessment_slot s where s.assessment_id = o.assessment_id
    and s.assessor_id <> $1::uuid and s.expires_at > $2::timestamptz) < o.test_limit
  and not exists (select 1 from participant p where p.user_id = o.owner_id
    and p.location_preference = 'NotMine' and p.country = $3::text)`;

const ratedLately = `exists (select 1 from rated_owner w where w.rater_id = $1::uuid and w.owner_id = o.owner_id
  and w.last_rated_at > $4::timestamptz)`;

const columns = `o.assessment_id, o.test_id, o.owner_id, o.photo_id, o.served_share,
  to_char(o.waiting_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as waiting_since`;

/** The index's order: least served first, then the longest waiting; a test's photos stay together. */
const feedOrder = 'o.served_share, o.waiting_since, o.test_id, o.assessment_id';

@Injectable()
export class FeedQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /**
   * Tests that the assessor may rate at `now`, each owner once. Owners whom he rated within a day come after all the
   * others, page by page by key: `cursor` is the page before's `nextCursor`.
   */
  async page(assessor: Assessor, now: Date, cursor?: string): Promise<FeedPage> {
    const session = readSessionOf(this.orm);
    const after = cursor === undefined ? feedStart : decodeCursor(cursor);
    const rows = await this.rows(session, assessor, now, after);
    const tests = firstTestPerOwner(rows.slice(0, LIMITS.feedRowsMax));
    const entries = await this.entries(session, assessor, now, tests);
    return { entries, nextCursor: nextCursor(rows, tests) };
  }

  /** The owner's tests that the assessor may rate at `now`, in the feed's order. */
  async testsOf(ownerId: string, assessor: Assessor, now: Date): Promise<string[]> {
    const rows = await readSessionOf(this.orm).query<Row>(
      `select ${columns} from open_assessment o where o.owner_id = $4::uuid and ${rateable} order by ${feedOrder}`,
      [assessor.userId, now.toISOString(), assessor.country, ownerId],
    );
    return [...new Set(rows.map((row) => row.test_id))];
  }

  /** One row more than a page scans, so that its end is known. */
  private async rows(session: SqlSession, assessor: Assessor, now: Date, after: FeedPlace): Promise<PlacedRow[]> {
    const wanted = LIMITS.feedRowsMax + 1;
    const first = await this.scan(session, assessor, now, after, wanted);
    if (!after.rested || first.length === wanted) return first;
    const rest = await this.scan(session, assessor, now, { ...feedStart, rested: false }, wanted - first.length);
    return [...first, ...rest];
  }

  private async scan(session: SqlSession, assessor: Assessor, now: Date, after: FeedPlace, limit: number) {
    const pauseBegan = new Date(now.getTime() - LIMITS.sameOwnerPauseMs);
    const rows = await session.query<Row>(
      `select ${columns} from open_assessment o
       where (o.served_share, o.waiting_since, o.test_id, o.assessment_id)
           > ($5::float8, $6::timestamptz, $7::uuid, $8::uuid)
         and ${rateable} and ${after.rested ? `not ${ratedLately}` : ratedLately}
       order by ${feedOrder} limit $9::int`,
      [
        assessor.userId,
        now.toISOString(),
        assessor.country,
        pauseBegan.toISOString(),
        after.servedShare,
        after.waitingSince,
        after.testId,
        after.assessmentId,
        limit,
      ],
    );
    return rows.map((row): PlacedRow => ({ ...row, place: placeOf(row, after.rested) }));
  }

  private async entries(session: SqlSession, assessor: Assessor, now: Date, tests: PlacedRow[]): Promise<FeedEntry[]> {
    if (tests.length === 0) return [];
    const rows = await session.query<Row>(
      `select ${columns} from open_assessment o where o.test_id = any ($4::uuid[]) and ${rateable} order by ${feedOrder}`,
      [assessor.userId, now.toISOString(), assessor.country, `{${tests.map((test) => test.test_id).join(',')}}`],
    );
    return tests
      .map(({ test_id: testId, owner_id: userId }) => ({
        userId,
        testId,
        photoIds: rows.filter((row) => row.test_id === testId).map((row) => row.photo_id),
      }))
      .filter((entry) => entry.photoIds.length > 0);
  }
}

type PlacedRow = Row & { place: FeedPlace };

const placeOf = (row: Row, rested: boolean): FeedPlace => ({
  rested,
  servedShare: Number(row.served_share),
  waitingSince: row.waiting_since,
  testId: row.test_id,
  assessmentId: row.assessment_id,
});

function firstTestPerOwner(rows: PlacedRow[]): PlacedRow[] {
  const byOwner = new Map<string, PlacedRow>();
  for (const row of rows) {
    if (byOwner.size === LIMITS.feedEntriesMax) break;
    if (!byOwner.has(row.owner_id)) byOwner.set(row.owner_id, row);
  }
  return [...byOwner.values()];
}

/** Goes on behind the last row that was looked at; null where nothing is left. */
function nextCursor(rows: PlacedRow[], tests: PlacedRow[]): string | null {
  const pageIsFull = tests.length === LIMITS.feedEntriesMax;
  const last = pageIsFull ? lastOfTest(rows, rows.indexOf(tests.at(-1)!)) : LIMITS.feedRowsMax - 1;
  return last >= rows.length - 1 ? null : encodeCursor(rows[last]!.place);
}

/** A test's photos lie together; the next page must not begin with the rest of them. */
function lastOfTest(rows: PlacedRow[], first: number): number {
  let last = first;
  while (rows[last + 1]?.test_id === rows[first]!.test_id) last += 1;
  return last;
}
