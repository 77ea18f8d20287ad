import { DomainError, EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LIMITS } from '../kernel/config.js';
import { queryPrepared } from '../kernel/prepared.js';
import type { Assessor } from '../participants/participants.rows.js';
import { filterBits } from './assessor-filter.js';
import { isForEverybody, matchesAudience } from './audience-first.js';

interface FeedEntry {
  userId: string;
  /** The person's most urgent photo assessment that the assessor may rate. */
  photoAssessmentId: string;
  /** All photos that the assessor may rate, the most urgent first. */
  photoIds: string[];
  turn: Turn;
}

/** Position in the feed: by group, then by the smallest share served, then by the longest waiting time. */
export interface Turn {
  /** Index in `FEED_GROUPS`. */
  groupRank: number;
  servedShare: number;
  /** Unix milliseconds. */
  waitingSince: number;
}

interface FeedPage {
  entries: FeedEntry[];
  nextCursor: string | null;
}

interface Row extends Omit<FeedPlace, 'group' | 'servedShare'> {
  ownerId: string;
  photoId: string;
  accepted: number;
  testLimit: number;
}

type PlacedRow = Row & FeedPlace;

/** Rows of the feed after the requested place, in order. `isEnd` is true if no more rows follow. */
interface Scan {
  rows: PlacedRow[];
  isEnd: boolean;
}

const behindEveryPhoto = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Uses prepared statements, because planning the query of a page takes longer than running it. */
@Injectable()
export class FeedQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /**
   * A page of people that the assessor may rate at `now`. Each person appears once, at the place of their most urgent photo. Reads
   * group by group (`FEED_GROUPS`), page by page; `cursor` is the `nextCursor` of the page before.
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
    return [...new Set(rows.map(({ photoAssessmentId }) => photoAssessmentId))];
  }

  /** A short scan fills the page if each owner has one photo. Otherwise a longer scan follows. */
  private async scan(assessor: Assessor, now: Date, after: FeedPlace): Promise<Scan> {
    const first = await this.rows(assessor, now, after, LIMITS.feedEntriesMax);
    if (first.isEnd || countOwners(first.rows) === LIMITS.feedEntriesMax) return first;
    const rest = await this.rows(assessor, now, first.rows.at(-1)!, LIMITS.feedRowsMax - first.rows.length);
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
    const values = [
      assessor.userId,
      now.toISOString(),
      new Date(now.getTime() - LIMITS.sameOwnerPauseMs).toISOString(),
      after.servedShare,
      after.waitingSince,
      after.photoAssessmentId,
      after.assessmentId,
      ...(hasCountry ? [assessor.countries] : []),
    ];
    const name = `feed-page-${limit}-${group}-${hasCountry}`;
    const rows = await queryPrepared<Row>(this.store, { name, text: pageSql(limit, group, hasCountry), values });
    return rows.map((row) => ({ ...row, group, servedShare: row.accepted / row.testLimit }));
  }

  /** Shows an owner on the page of their most urgent photo. `photosOfOwners` decides what the assessor may rate. */
  private async entries(assessor: Assessor, now: Date, rows: PlacedRow[]): Promise<FeedEntry[]> {
    const ownerIds = [...new Set(rows.map(({ ownerId }) => ownerId))];
    const photos = Map.groupBy(await this.photosOfOwners(ownerIds, assessor, now), ({ ownerId }) => ownerId);
    return rows.flatMap((row) => {
      const { photoAssessmentId, ownerId: userId } = row;
      const ofOwner = photos.get(userId) ?? [];
      if (ofOwner[0]?.assessmentId !== row.assessmentId) return [];
      const photoIds = ofOwner.map(({ photoId }) => photoId).slice(0, LIMITS.openingPhotosMax);
      return [{ userId, photoAssessmentId, photoIds, turn: turnOf(row) }];
    });
  }

  private async photosOfOwners(ownerIds: readonly string[], assessor: Assessor, now: Date): Promise<Row[]> {
    if (ownerIds.length === 0) return [];
    const values = [assessor.userId, now.toISOString(), `{${ownerIds.join(',')}}`, assessor.countries];
    const { isDescribed } = assessor;
    const statement = { name: `feed-owners-${isDescribed}`, text: ownersPhotosSql(isDescribed), values };
    return queryPrepared<Row>(this.store, statement);
  }
}

const turnOf = ({ group, servedShare, waitingSince }: FeedPlace): Turn => ({
  groupRank: FEED_GROUPS.indexOf(group),
  servedShare,
  waitingSince: Date.parse(waitingSince),
});

const countOwners = (rows: readonly PlacedRow[]): number => new Set(rows.map(({ ownerId }) => ownerId)).size;

/** Returns the index of a page's last row. A full page ends with a whole photo assessment. */
function lastOfPage(rows: readonly PlacedRow[]): number {
  const owners = new Set<string>();
  const first = rows.findIndex(({ ownerId }) => owners.add(ownerId).size === LIMITS.feedEntriesMax);
  if (first === -1) return rows.length - 1;
  let last = first;
  while (rows[last + 1]?.photoAssessmentId === rows[first]!.photoAssessmentId) last += 1;
  return last;
}

/** The next page starts after row `last` or, if the page is full, after the row's photo assessment. Null at the end. */
function nextCursor({ rows, isEnd }: Scan, last: number): string | null {
  if (isEnd && last >= rows.length - 1) return null;
  const place = rows[last]!;
  const isFull = countOwners(rows.slice(0, last + 1)) === LIMITS.feedEntriesMax;
  return encodeCursor(isFull ? { ...place, assessmentId: behindEveryPhoto } : place);
}

/** SQL with a row if owner `o` hides from one of `countries`. Nobody hides from an assessor who named no country. */
const hiddenIn = (countries: string): string => `select from participant p
  where p.user_id = o.owner_id and p.location_preference = 'NotMine' and p.country = any (${countries}::text[])`;

const rated = 'select from rated_assessment r where r.assessor_id = $1::uuid and r.assessment_id = o.assessment_id';

/**
 * `reserved` includes expired and own slots. If it leaves no capacity, the query reads the live slots of other
 * assessors. No slot is free if these slots cover all missing ratings. `offset` checks that without counting all slots.
 */
const hasFreeSlot = `o.accepted < o.test_limit and (o.accepted + o.reserved < o.test_limit
  or not exists (select from assessment_slot s where s.assessment_id = o.assessment_id and s.assessor_id <> $1::uuid
    and s.expires_at > $2::timestamptz offset greatest(o.test_limit - o.accepted - 1, 0)))`;

/** Open assessments with a free slot, of other owners. The queries below also check past ratings and hidden people. */
const offered = `o.is_open and o.owner_id <> $1::uuid and ${hasFreeSlot}`;

/** An array per statement is cheaper than a look-up per row: an assessor rates few owners a day and blocks few. */
const ratedLately = `select w.owner_id from rated_owner w
  where w.assessor_id = $1::uuid and w.last_rated_at > $3::timestamptz`;

const hiddenPeople = 'select h.owner_id from hidden_person h where h.assessor_id = $1::uuid';

const noHiddenPhoto = `o.photo_id <> all (array(select h.photo_id from hidden_photo h where h.assessor_id = $1::uuid))`;
const noHiddenPerson = `o.owner_id <> all (array(${hiddenPeople}))`;

const ownersOf = (group: FeedGroup): string =>
  group === 'rated-lately'
    ? `o.owner_id = any (array(${ratedLately})) and ${noHiddenPerson}`
    : `o.owner_id <> all (array(${ratedLately} union all ${hiddenPeople}))`;

/** Selects the two integers of the served share instead of the share itself, because they are cheaper to send. */
const columns = `o.assessment_id as "assessmentId", o.photo_assessment_id as "photoAssessmentId", o.owner_id as "ownerId",
  o.photo_id as "photoId", o.accepted, o.test_limit as "testLimit", o.waiting_since::text as "waitingSince"`;

/**
 * The order of the index: least served first, then longest waiting. Photos of one photo assessment stay together. To insert
 * a gold pair, `isBefore` in `gold.ts` repeats this order.
 */
const feedOrder = 'o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id';

/**
 * `assessor_filter` proves for most rows that the assessor did not rate them; `has_location_preference` proves that the
 * owner hides from no country. Only the other rows need a look-up. `offset 0` keeps the planner from reading all
 * ratings of the assessor and all people who hide from the assessor's countries.
 */
const seldomRated = `(((select ${filterBits('$1::uuid')}) & ~o.assessor_filter) <> 0 or not exists (${rated} offset 0))`;
const seldomHidden = `(not o.has_location_preference or not exists (${hiddenIn('$8')} offset 0))`;

/** The first group contains the few assessments that are offered only to their audience. It has its own index. */
const inGroup: Record<FeedGroup, string> = {
  audience: `o.audience_until > $2::timestamptz and ${matchesAudience}`,
  rested: isForEverybody,
  'rated-lately': `(${isForEverybody} or ${matchesAudience})`,
};

/**
 * Selects at most `limit` rows of one group after the place ($4–$7), in the feed's order. An owner rated after $3
 * counts as rated lately; $8 contains the assessor's countries, if any. The limit is part of the SQL, so that the
 * generic plan expects few rows. The rows include all photos that the assessor may rate, and perhaps others, such as
 * reported photos that are assessed again: `ownersPhotosSql` excludes those. See also `assessor-filter.ts`.
 */
export const pageSql = (limit: number, group: FeedGroup, hasCountry: boolean): string =>
  `select ${columns} from open_assessment o
    where ${inGroup[group]}${hasCountry ? ` and ${seldomHidden}` : ''}
      and (o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id)
        > ($4::float8, $5::timestamptz, $6::uuid, $7::uuid)
      and ${ownersOf(group)} and ${offered} and ${seldomRated}
    order by ${feedOrder} limit ${limit}`;

/** $3 contains the owners, $4 the assessor's countries. An assessor without a description belongs to no audience. */
const ownersPhotosSql = (isDescribed: boolean): string => `select ${columns} from open_assessment o
  where o.owner_id = any ($3::uuid[]) and ${noHiddenPerson} and ${noHiddenPhoto} and ${offered} and not exists (${rated})
    and not exists (${hiddenIn('$4')}) and (${isForEverybody}${isDescribed ? ` or ${matchesAudience}` : ''})
  order by ${isForEverybody}, ${feedOrder}`;

/**
 * Groups of the feed, in order: assessments that are offered to their audience first, if the assessor belongs to it; owners that
 * the assessor has not rated within a day; all others.
 */
export const FEED_GROUPS = ['audience', 'rested', 'rated-lately'] as const;

type FeedGroup = (typeof FEED_GROUPS)[number];

/** The place of a row in the feed, after which the next page starts. */
interface FeedPlace {
  group: FeedGroup;
  servedShare: number;
  /** The row's time in microseconds, as text, because it has to equal the value in the index. */
  waitingSince: string;
  photoAssessmentId: string;
  assessmentId: string;
}

export const feedStart: FeedPlace = {
  group: 'audience',
  servedShare: -1,
  waitingSince: '-infinity',
  photoAssessmentId: '00000000-0000-0000-0000-000000000000',
  assessmentId: '00000000-0000-0000-0000-000000000000',
};

export function encodeCursor({ group, servedShare, waitingSince, photoAssessmentId, assessmentId }: FeedPlace): string {
  return Buffer.from(JSON.stringify([group, servedShare, waitingSince, photoAssessmentId, assessmentId])).toString(
    'base64url',
  );
}

/** The format in which the database writes a time, in any zone. */
const time = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** Rejects dates such as 31 February, because the database fails on them. */
function isTime(text: string): boolean {
  const day = time.exec(text)?.[1];
  const parsed = new Date(`${day}T00:00:00Z`);
  return day !== undefined && Number.isFinite(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

const Cursor = z.tuple([
  z.enum(FEED_GROUPS),
  z.number(),
  z.string().refine((waitingSince) => waitingSince === '-infinity' || isTime(waitingSince)),
  z.guid(),
  z.guid(),
]);

/** @throws DomainError VALIDATION_FAILED for a cursor that `encodeCursor` did not make */
function decodeCursor(cursor: string): FeedPlace {
  try {
    const parsed = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const [group, servedShare, waitingSince, photoAssessmentId, assessmentId] = parsed;
    return { group, servedShare, waitingSince, photoAssessmentId, assessmentId };
  } catch {
    throw new DomainError('VALIDATION_FAILED', 'This is not a page of the feed.', [
      { field: 'cursor', message: 'is not a cursor of the feed' },
    ]);
  }
}
