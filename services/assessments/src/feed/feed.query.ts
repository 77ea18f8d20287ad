import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { LIMITS } from '../config.js';
import type { Assessor } from '../participants/participants.rows.js';
import { ownersPhotosSql, pageSql } from './feed.sql.js';
import { decodeCursor, encodeCursor, FEED_GROUPS, type FeedGroup, type FeedPlace, feedStart } from './feed-cursor.js';

export interface FeedEntry {
  userId: string;
  /** The one whose turn it is. */
  photoAssessmentId: string;
  /** All that the assessor may rate, the most urgent first. */
  photoIds: string[];
  /** Where the person stands in the feed. */
  turn: Turn;
}

/** In a group of the feed the less served and the longer waiting comes first. */
export interface Turn {
  /** Index in `FEED_GROUPS`. */
  groupRank: number;
  servedShare: number;
  /** Unix milliseconds. */
  waitingSince: number;
}

export interface FeedPage {
  entries: FeedEntry[];
  nextCursor: string | null;
}

interface Row {
  assessment_id: string;
  photo_assessment_id: string;
  owner_id: string;
  photo_id: string;
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
   * People whom the assessor may rate at `now`, each once, in the place of their most urgent photo. Group by group
   * (`FEED_GROUPS`), page by page by key: `cursor` is the page before's `nextCursor`.
   */
  async page(assessor: Assessor, now: Date, cursor?: string): Promise<FeedPage> {
    const after = cursor === undefined ? feedStart : decodeCursor(cursor);
    const scan = await this.scan(assessor, now, after);
    const last = lastOfPage(scan.rows);
    const entries = await this.entries(assessor, now, scan.rows.slice(0, last + 1));
    return { entries, nextCursor: nextCursor(scan, last) };
  }

  /** The owner's photo assessments that the assessor may rate at `now`, in the feed's order. */
  async assessmentsOf(ownerId: string, assessor: Assessor, now: Date): Promise<string[]> {
    const rows = await this.photosOfOwners([ownerId], assessor, now);
    return [...new Set(rows.map((row) => row.photo_assessment_id))];
  }

  /** A page of owners with one photo each is one short scan; where they have more, a longer one follows. */
  private async scan(assessor: Assessor, now: Date, after: FeedPlace): Promise<Scan> {
    const first = await this.rows(assessor, now, after, LIMITS.feedEntriesMax);
    if (first.isEnd || countOwners(first.rows) === LIMITS.feedEntriesMax) return first;
    const rest = await this.rows(assessor, now, first.rows.at(-1)!.place, LIMITS.feedRowsMax - first.rows.length);
    return { rows: [...first.rows, ...rest.rows], isEnd: rest.isEnd };
  }

  private async rows(assessor: Assessor, now: Date, after: FeedPlace, limit: number): Promise<Scan> {
    const rows: PlacedRow[] = [];
    for (const group of FEED_GROUPS.slice(FEED_GROUPS.indexOf(after.group))) {
      if (group === 'audience' && !assessor.isDescribed) continue;
      const behind = group === after.group ? after : { ...feedStart, group };
      rows.push(...(await this.rowsOf(assessor, now, behind, limit - rows.length)));
      if (rows.length === limit) return { rows, isEnd: false };
    }
    return { rows, isEnd: true };
  }

  private async rowsOf(assessor: Assessor, now: Date, after: FeedPlace, limit: number): Promise<PlacedRow[]> {
    const { group } = after;
    const hasCountry = assessor.countries.length > 0;
    const rows = await this.read(`feed-page-${limit}-${group}-${hasCountry}`, pageSql(limit, group, hasCountry), [
      assessor.userId,
      now.toISOString(),
      new Date(now.getTime() - LIMITS.sameOwnerPauseMs).toISOString(),
      after.servedShare,
      after.waitingSince,
      after.photoAssessmentId,
      after.assessmentId,
      ...(hasCountry ? [assessor.countries] : []),
    ]);
    return rows.map((row) => ({ ...row, place: placeOf(row, group) }));
  }

  /** An owner is on the page on which the most urgent photo stands that the assessor may rate by the second, exact query. */
  private async entries(assessor: Assessor, now: Date, rows: PlacedRow[]): Promise<FeedEntry[]> {
    const ownerIds = [...new Set(rows.map(({ owner_id }) => owner_id))];
    const photos = Map.groupBy(await this.photosOfOwners(ownerIds, assessor, now), ({ owner_id }) => owner_id);
    return rows.flatMap((row) => {
      const { photo_assessment_id: photoAssessmentId, owner_id: userId } = row;
      const ofOwner = photos.get(userId) ?? [];
      if (ofOwner[0]?.assessment_id !== row.assessment_id) return [];
      const photoIds = ofOwner.map(({ photo_id }) => photo_id).slice(0, LIMITS.openingPhotosMax);
      return [{ userId, photoAssessmentId, photoIds, turn: turnOf(row) }];
    });
  }

  private async photosOfOwners(ownerIds: readonly string[], assessor: Assessor, now: Date): Promise<Row[]> {
    if (ownerIds.length === 0) return [];
    const values = [assessor.userId, now.toISOString(), `{${ownerIds.join(',')}}`, assessor.countries];
    const { isDescribed } = assessor;
    return this.read(`feed-owners-${isDescribed}`, ownersPhotosSql(isDescribed), values);
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

const turnOf = ({ accepted, test_limit, waiting_since, place }: PlacedRow): Turn => ({
  groupRank: FEED_GROUPS.indexOf(place.group),
  servedShare: accepted / test_limit,
  waitingSince: Date.parse(waiting_since),
});

const placeOf = (row: Row, group: FeedGroup): FeedPlace => ({
  group,
  servedShare: row.accepted / row.test_limit,
  waitingSince: row.waiting_since,
  photoAssessmentId: row.photo_assessment_id,
  assessmentId: row.assessment_id,
});

const countOwners = (rows: readonly PlacedRow[]): number => new Set(rows.map(({ owner_id }) => owner_id)).size;

/** Index of the last row of a page: of the last owner who has a place on it, with all photos of that photo assessment. */
function lastOfPage(rows: readonly PlacedRow[]): number {
  const owners = new Set<string>();
  const first = rows.findIndex(({ owner_id }) => owners.add(owner_id).size === LIMITS.feedEntriesMax);
  if (first === -1) return rows.length - 1;
  let last = first;
  while (rows[last + 1]?.photo_assessment_id === rows[first]!.photo_assessment_id) last += 1;
  return last;
}

/** Goes on behind the last photo assessment of a full page, with all of its photos, else behind the last row; null at the end. */
function nextCursor({ rows, isEnd }: Scan, last: number): string | null {
  if (isEnd && last >= rows.length - 1) return null;
  const { place } = rows[last]!;
  const isFull = countOwners(rows.slice(0, last + 1)) === LIMITS.feedEntriesMax;
  return encodeCursor(isFull ? { ...place, assessmentId: behindEveryPhoto } : place);
}
