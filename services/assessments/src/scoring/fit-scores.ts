import { setImmediate } from 'node:timers/promises';
import { EventStore, inTransaction, OwnSession, type SqlSession, sessionOfClient } from '@candid/event-store';
import {
  type AudienceModel,
  byGroup,
  estimateAudience,
  estimateScoreModel,
  fitBeliefs,
  photoCountOf,
  priorScoreModel,
  type ScoreModel,
} from '@candid/scores';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { type EvidenceRow, evidenceSql, sharedRatingOf } from './adjusted-scores.query.js';
import {
  ADJUSTED_SCORES_LOCK,
  type AssessorRow,
  byColumn,
  loadScoreModel,
  storeScoreModel,
} from './adjusted-scores.rows.js';
import { packedBlocks, pagesOf, type RatingsWanted, readRatings } from './read-ratings.js';
import { pastMessages, silencePast, writeMessages } from './write-messages.js';

const FIT_LOCK = `hashtextextended('score fit', 0)`;
const prior = { model: priorScoreModel, weight: LIMITS.fitPriorWeight };

/**
 * Fits the ratings of the last year: variances from a sample, then severities and messages, one block of countries at a
 * time. It reads snapshots without a lock and writes page by page. Each page locks the adjusted scores for one short
 * transaction, and aggregation continues between pages. If the process stops, the next run repeats the whole fit.
 */
@Injectable()
export class FitScores {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnSession,
  ) {}

  /** A fit is due once a day, or earlier if the number of ratings has grown by half. */
  async isDue(now: Date): Promise<boolean> {
    const session = sessionOfClient(this.store.pool);
    const { fittedAt, ratings } = await loadScoreModel(session);
    const count = await countedRatings(session);
    if (count === 0) return false;
    if (fittedAt === null || now.getTime() - fittedAt.getTime() >= LIMITS.fitEveryMs) return true;
    return count >= ratings + Math.max(LIMITS.fitGrowthMin, ratings / 2);
  }

  /** @returns the number of fitted ratings; undefined if another process runs a fit */
  async run(now: Date, blockRatings: number = LIMITS.fitBlock): Promise<number | undefined> {
    // If the fit fails, the end of the session releases the lock and an open snapshot.
    return this.own.run(async (session) => {
      const [lock] = await session.query<{ is_mine: boolean }>(`select pg_try_advisory_lock(${FIT_LOCK}) as is_mine`);
      if (!lock?.is_mine) return undefined;
      return this.fit(now, session, blockRatings);
    });
  }

  private async fit(now: Date, session: SqlSession, blockRatings: number): Promise<number> {
    const since = yearBefore(now);
    const { fittedAt } = await loadScoreModel(session);
    const { ratings, blocks } = await inSnapshot(session, () => packedBlocks(session, since, blockRatings));
    const sampled = await estimate(session, { since, share: Math.min(1, LIMITS.fitSample / Math.max(ratings, 1)) });
    const fitted: FittedBlock[] = [];
    for (const block of blocks) fitted.push(await this.fitBlock(session, { since, ...block }, sampled));
    const model = { ...sampled, ...meanOf(fitted) };
    await inSnapshot(session, async () => {
      for await (const page of pastMessages(session, fittedAt && yearBefore(fittedAt), since)) {
        await this.alone((within) => silencePast(within, page));
      }
    });
    await inSnapshot(session, async () => {
      for await (const page of severityCorrections(session, model.severityVariance)) {
        await this.alone((within) => correctSeverities(within, page));
      }
    });
    const audience = await inSnapshot(session, () => fitAudience(session, model, since));
    const counted = await countedRatings(session);
    await this.alone((within) => storeScoreModel(within, { model, audience, fittedAt: now, ratings: counted }));
    return fitted.reduce((sum, block) => sum + block.ratings, 0);
  }

  private async fitBlock(session: SqlSession, wanted: RatingsWanted, sampled: ScoreModel): Promise<FittedBlock> {
    const ratings = await inSnapshot(session, () => readRatings(session, wanted));
    const { columns } = ratings;
    const fit = await inSteps(fitBeliefs(columns, sampled, { prior }));
    const photos = photoCountOf(columns);
    for (let from = 0; from < photos; ) {
      const to = endOfPage(columns.photoStarts, from);
      await this.alone((within) => writeMessages(within, ratings, fit, from, to));
      from = to;
    }
    return { photos, ratings: columns.assessors.length, model: fit.model };
  }

  /** Runs alone: aggregations wait for this transaction, and this transaction waits for running aggregations. */
  private alone(work: (within: SqlSession) => Promise<void>): Promise<void> {
    return inTransaction(this.store.pool, async (within) => {
      await within.query(`select pg_advisory_xact_lock(${ADJUSTED_SCORES_LOCK})`);
      // A crash of the database server may lose written pages, but the next fit writes them again.
      await within.query('set local synchronous_commit = off');
      await work(within);
    });
  }
}

/** Runs `work` in a transaction without a transaction id, so that no reader of events waits for it. */
async function inSnapshot<Result>(session: SqlSession, work: () => Promise<Result>): Promise<Result> {
  await session.query('begin transaction isolation level repeatable read, read only');
  await session.query(`set local statement_timeout = ${LIMITS.fitQueryMs}`);
  await session.query(`set local idle_in_transaction_session_timeout = '30s'`);
  await session.query(`set local work_mem = '64MB'`);
  // All rows are fetched. PostgreSQL plans for a tenth of them by default, and would use an index.
  await session.query('set local cursor_tuple_fraction = 1');
  const result = await work();
  await session.query('commit');
  return result;
}

async function estimate(session: SqlSession, wanted: RatingsWanted): Promise<ScoreModel> {
  const { columns } = await inSnapshot(session, () => readRatings(session, wanted));
  return inSteps(estimateScoreModel(columns, { prior }));
}

interface FittedBlock {
  photos: number;
  ratings: number;
  model: ScoreModel;
}

async function countedRatings(session: SqlSession): Promise<number> {
  const [row] = await session.query<{ ratings: string }>(
    'select coalesce(sum(ratings), 0) as ratings from assessor_severity',
  );
  return Number(row!.ratings);
}

const yearBefore = (moment: Date): Date => new Date(moment.getTime() - LIMITS.fitWindowMs);

/** Returns the end of a page of about `LIMITS.fitPage` ratings. A photo's ratings are never split over two pages. */
function endOfPage(photoStarts: Uint32Array, from: number): number {
  let to = from + 1;
  while (to + 1 < photoStarts.length && photoStarts[to + 1]! - photoStarts[from]! <= LIMITS.fitPage) to += 1;
  return to;
}

/** The mean over all photos of all blocks; the prior mean if there are no ratings. */
function meanOf(blocks: readonly FittedBlock[]): Pick<ScoreModel, 'mean' | 'meanVariance'> {
  const weightOf = ({ photos }: FittedBlock): number => Math.max(photos, 1);
  const total = blocks.reduce((sum, block) => sum + weightOf(block), 0);
  return {
    mean: blocks.reduce((sum, block) => sum + (block.model.mean * weightOf(block)) / total, 0),
    meanVariance: 1 / blocks.reduce((sum, block) => sum + 1 / block.model.meanVariance, 0),
  };
}

async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    await setImmediate();
  }
}

/** Estimates how audiences differ from all assessors. Uses some photos whose owners name an audience. */
async function fitAudience(session: SqlSession, model: ScoreModel, since: Date): Promise<AudienceModel> {
  const photos = await session.query<{ photo_id: string }>(
    `select r.photo_id from participant w join received_rating r on r.owner_id = w.user_id
      where num_nonnulls(w.seeks_gender, w.seeks_age_from, w.seeks_age_to) > 0 and r.accepted_at >= $1::timestamptz
      group by r.photo_id having count(*) > 1 limit ${LIMITS.fitAudiencePhotos}`,
    [since.toISOString()],
  );
  const photoIds = photos.map(({ photo_id }) => photo_id);
  const rows = photoIds.length === 0 ? [] : await session.query<EvidenceRow>(evidenceSql, [`{${photoIds.join(',')}}`]);
  const byPhoto = Map.groupBy(rows, (row) => row.photo_id);
  const photosByGroup = [...byPhoto.values()].map((own) => own.map((row) => sharedRatingOf(row, model)));
  return estimateAudience(photosByGroup.map((ratings) => byGroup(model, ratings)));
}

/**
 * Reads, in the caller's snapshot, how far each assessor's row is from the prior plus the evidence.
 * Aggregation adds the same amounts to severities and messages, so a correction stays valid while aggregation runs. An
 * assessor without ratings in the fitted year keeps the last severity.
 */
export function severityCorrections(session: SqlSession, severityVariance: number): AsyncGenerator<AssessorRow[]> {
  const sql = `select * from (
       select e.assessor_id, e.ratings - coalesce(s.ratings, 0) as ratings, e.total - coalesce(s.total, 0) as total,
         e.squares - coalesce(s.squares, 0) as squares,
         1 / $1::float8 + e.precision - coalesce(s.precision, 0) as precision, e.shift - coalesce(s.shift, 0) as shift
       from (select assessor_id, count(*)::int as ratings, sum(score)::int as total, sum(score * score)::int as squares,
               sum(message_precision) as precision, sum(message_shift) as shift
             from rating_evidence group by assessor_id) e
       left join assessor_severity s using (assessor_id)
       where e.precision > 0
     ) c where ratings <> 0 or total <> 0 or squares <> 0 or abs(precision) > 1e-12 or abs(shift) > 1e-12
     order by assessor_id`;
  return pagesOf(session, sql, [severityVariance], LIMITS.fitAssessorsPerPage);
}

export async function correctSeverities(session: SqlSession, corrections: readonly AssessorRow[]): Promise<void> {
  await session.query(
    `insert into assessor_severity as s (assessor_id, ratings, total, squares, precision, shift)
     select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
     on conflict (assessor_id) do update set ratings = s.ratings + excluded.ratings, total = s.total + excluded.total,
       squares = s.squares + excluded.squares, precision = s.precision + excluded.precision, shift = s.shift + excluded.shift`,
    byColumn(corrections),
  );
}
