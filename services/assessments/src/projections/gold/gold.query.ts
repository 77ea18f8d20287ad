import { PRODUCT } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type GoldPair, gapBefore, nextPair } from '../../domain/gold/gold-pair.js';
import { chanceOf } from '../../domain/rater-quality/chance.js';
import { goldSettings } from '../../domain/test/gold.js';
import { type GoldIds, goldIdsOf } from '../../records/gold-ids.js';

/** A pair as one rater meets it. */
export type GoldOffer = Omit<GoldPair, 'ownerId'> & GoldIds;

const pairColumns = `g.gold_id as "goldId", g.owner_id as "ownerId", g.fine_photo_id as "finePhotoId",
  g.bad_photo_id as "badPhotoId", to_char(g.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "registeredAt"`;
/** Of photos that are still there. */
const pairsSql = `select ${pairColumns} from gold_pair g
  where not exists (select from owner_photo p where p.photo_id in (g.fine_photo_id, g.bad_photo_id) and p.is_deleted)`;

const sinceSql = `select count(*) filter (where gold_right is not null)::int as pairs,
    count(*) filter (where gold_right is null and accepted_at > coalesce((select max(accepted_at) from rater_submission
      where rater_id = $1 and gold_right is not null), '-infinity'))::int as others
  from rater_submission where rater_id = $1`;

/** Those that the rater has rated, or opened and let go. */
const hadSql = `select test_id from rater_opening
  where rater_id = $1 and test_id = any ($2::uuid[]) and (rated_at is not null or expires_at <= $3::timestamptz)`;

@Injectable()
export class GoldQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /** The pair that is the rater's turn now; it stays until it is rated or its time is over. */
  async offerTo(raterId: string, now: Date): Promise<GoldOffer | undefined> {
    const [since] = await this.read<{ pairs: number; others: number }>(sinceSql, [raterId]);
    if (since!.others < gapBefore(raterId, since!.pairs)) return undefined;
    const pairs = (await this.read<GoldPair>(pairsSql, [])).map((pair) => ({
      ...pair,
      ids: goldIdsOf(pair, raterId),
    }));
    if (pairs.length === 0) return undefined;
    const testIds = pairs.map(({ ids }) => ids.testId);
    const had = await this.read<{ test_id: string }>(hadSql, [raterId, testIds, now.toISOString()]);
    const left = pairs.filter(({ ids }) => !had.some(({ test_id }) => test_id === ids.testId));
    const pair = nextPair(raterId, left);
    return pair && { ...pair, ...pair.ids };
  }

  /** The rater's copy that these photos and this owner belong to. */
  async testOf(raterId: string, ownerId: string, photoIds: readonly string[]): Promise<string | undefined> {
    const pairs = await this.read<GoldPair>(
      `select ${pairColumns} from gold_pair g where g.fine_photo_id = any ($1::uuid[])`,
      [photoIds],
    );
    return pairs.map((pair) => goldIdsOf(pair, raterId)).find((ids) => ids.ownerId === ownerId)?.testId;
  }

  private async read<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    return (await this.store.pool.query<Row>(sql, values)).rows;
  }
}

/** As a running assessment of a photo that has been rated a little looks. */
export function goldAssessments({ testId, finePhotoId, badPhotoId, assessmentIds }: GoldOffer) {
  const { testLimit, commentsSelected, minComments, ratingRequired, commentsNegative } = goldSettings;
  const testTimesRated = Math.floor(chanceOf(`${testId} rated`) * testLimit);
  return [finePhotoId, badPhotoId].map((photoId, index) => ({
    photoId,
    testId,
    assessmentId: assessmentIds[index]!,
    running: true,
    testLimit,
    testTimesRated,
    timesRated: testTimesRated,
    totalScore: 0,
    variance: 0,
    originalRange: [PRODUCT.scoreMin, PRODUCT.scoreMax] as [number, number],
    fairScore: null,
    limitReached: false,
    comments: [],
    commentsSelected,
    minComments,
    ratingRequired,
    commentsNegative,
  }));
}
