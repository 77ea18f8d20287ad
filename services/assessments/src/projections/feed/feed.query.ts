import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { LIMITS } from '../../config.js';
import type { Assessor } from '../../records/participants.js';
import { ownersTestsSql, pageSql, testsPhotosSql } from './feed.sql.js';
import { decodeCursor, encodeCursor, type FeedPlace, feedStart } from './feed-cursor.js';

export interface FeedEntry {
  userId: string;
  testId: string;
  photoIds: string[];
  /** The same for tests whose turn it is equally: served as little, and waiting for about as long. */
  tie: string;
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
  /** How many photos were started together. */
  test_photos: number;
  accepted: number;
  test_limit: number;
  /** As the database writes it: a Date would lose the microseconds that the index holds. */
  waiting_since: string;
}

type PlacedRow = Row & { place: FeedPlace };

/** Rows behind a place, in the feed's order; `isEnd` where there are no more. */
interface Scan {
  rows: PlacedRow[];
  isEnd: boolean;
}

const behindEveryPhoto = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads by prepared statements: planning a page takes longer than reading it. */
@Injectable()
export class FeedQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /**
   * Tests that the assessor may rate at `now`, each owner once. Owners whom he rated within a day come after all the
   * others, page by page by key: `cursor` is the page before's `nextCursor`.
   */
  async page(assessor: Assessor, now: Date, cursor?: string): Promise<FeedPage> {
    const after = cursor === undefined ? feedStart : decodeCursor(cursor);
    const scan = await this.scan(assessor, now, after);
    const tests = firstTestPerOwner(scan.rows);
    const entries = await this.entries(assessor, now, tests, scan.rows);
    return { entries, nextCursor: nextCursor(scan, tests) };
  }

  /** The owner's tests that the assessor may rate at `now`, in the feed's order. */
  async testsOf(ownerId: string, assessor: Assessor, now: Date): Promise<string[]> {
    const rows = await this.read('feed-owner', ownersTestsSql, [
      assessor.userId,
      now.toISOString(),
      ownerId,
      assessor.country,
    ]);
    return [...new Set(rows.map((row) => row.test_id))];
  }

  /** A page of tests with one photo each is one short scan; where they have more, a longer one follows. */
  private async scan(assessor: Assessor, now: Date, after: FeedPlace): Promise<Scan> {
    const first = await this.rows(assessor, now, after, LIMITS.feedEntriesMax);
    if (first.isEnd || firstTestPerOwner(first.rows).length === LIMITS.feedEntriesMax) return first;
    const rest = await this.rows(assessor, now, first.rows.at(-1)!.place, LIMITS.feedRowsMax - first.rows.length);
    return { rows: [...first.rows, ...rest.rows], isEnd: rest.isEnd };
  }

  private async rows(assessor: Assessor, now: Date, after: FeedPlace, limit: number): Promise<Scan> {
    const first = await this.rowsOf(assessor, now, after, limit);
    if (!after.rested || first.length === limit) return { rows: first, isEnd: first.length < limit };
    const others = await this.rowsOf(assessor, now, { ...feedStart, rested: false }, limit);
    const rows = [...first, ...others];
    return { rows: rows.slice(0, limit), isEnd: rows.length < limit };
  }

  private async rowsOf(assessor: Assessor, now: Date, after: FeedPlace, limit: number): Promise<PlacedRow[]> {
    const hasCountry = assessor.country !== null;
    const rows = await this.read(
      `feed-page-${limit}-${after.rested}-${hasCountry}`,
      pageSql(limit, after.rested, hasCountry),
      [
        assessor.userId,
        now.toISOString(),
        new Date(now.getTime() - LIMITS.sameOwnerPauseMs).toISOString(),
        after.servedShare,
        after.waitingSince,
        after.testId,
        after.assessmentId,
        ...(hasCountry ? [assessor.country] : []),
      ],
    );
    return rows.map((row) => ({ ...row, place: placeOf(row, after.rested) }));
  }

  /** A test whose photos do not all stand together in the scan is looked up. */
  private async entries(assessor: Assessor, now: Date, tests: Row[], scanned: Row[]): Promise<FeedEntry[]> {
    const isWhole = (test: Row) => photosOf(test.test_id, scanned).length === test.test_photos;
    const parts = tests.filter((test) => !isWhole(test)).map(({ test_id }) => test_id);
    const looked =
      parts.length === 0
        ? []
        : await this.read('feed-tests', testsPhotosSql, [
            assessor.userId,
            now.toISOString(),
            `{${parts.join(',')}}`,
            assessor.country,
          ]);
    return tests
      .map((row) => {
        const { test_id: testId, owner_id: userId } = row;
        const photoIds = photosOf(testId, parts.includes(testId) ? looked : scanned);
        return { userId, testId, photoIds, tie: tieOf(row) };
      })
      .filter((entry) => entry.photoIds.length > 0);
  }

  private async read(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.store.pool.query<Row>({ name, text, values, types: timesAsText })).rows;
  }
}

const timesAsText = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? String
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const tieOf = ({ accepted, test_limit, waiting_since }: Row): string =>
  `${accepted / test_limit} ${Math.floor(Date.parse(waiting_since) / LIMITS.feedTieMs)}`;

const photosOf = (testId: string, rows: Row[]): string[] =>
  rows.filter((row) => row.test_id === testId).map((row) => row.photo_id);

const placeOf = (row: Row, rested: boolean): FeedPlace => ({
  rested,
  servedShare: row.accepted / row.test_limit,
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

/** Goes on behind the last test of a full page, with all of its photos, else behind the last row; null at the end. */
function nextCursor({ rows, isEnd }: Scan, tests: PlacedRow[]): string | null {
  const isFull = tests.length === LIMITS.feedEntriesMax;
  const last = isFull ? lastOfTest(rows, rows.indexOf(tests.at(-1)!)) : rows.length - 1;
  if (isEnd && last >= rows.length - 1) return null;
  const { place } = rows[last]!;
  return encodeCursor(isFull ? { ...place, assessmentId: behindEveryPhoto } : place);
}

function lastOfTest(rows: PlacedRow[], first: number): number {
  let last = first;
  while (rows[last + 1]?.test_id === rows[first]!.test_id) last += 1;
  return last;
}
