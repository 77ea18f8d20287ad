import { setImmediate } from 'node:timers/promises';
import { EventStore, inTransaction, OwnSession, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { estimateScoreModel, fitBeliefs } from './domain/fit-score-model.js';
import { photoCountOf } from './domain/rating-columns.js';
import { priorScoreModel, type ScoreModel } from './domain/score-model.js';
import { FAIR_SCORES_LOCK } from './fair-scores.rows.js';
import { fitAudience } from './fit-audience.js';
import { pastMessages, silencePast } from './past-messages.js';
import { packedBlocks, type RatingsWanted, readRatings } from './read-ratings.js';
import { loadScoreModel, storeScoreModel } from './score-model.rows.js';
import { correctSeverities, severityCorrections } from './severity-corrections.js';
import { writeMessages } from './write-messages.js';

/** Of a whole fit, so that only one process at a time runs it. */
const FIT_LOCK = `hashtextextended('score fit', 0)`;
const prior = { model: priorScoreModel, weight: LIMITS.fitPriorWeight };

/**
 * The full fit of the last year: variances from a sample, then severities and messages, a block of countries at a time.
 * It reads snapshots without a lock and writes page by page; each page holds the fair scores for one short transaction,
 * and aggregation goes on between pages. If the process ends in between, the next run does it all.
 */
@Injectable()
export class FitScores {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnSession,
  ) {}

  /** Once a day, and while ratings are few whenever they have grown by half. */
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

  /** Aggregations wait for this transaction, and it waits for those that run. */
  private alone(work: (within: SqlSession) => Promise<void>): Promise<void> {
    return inTransaction(this.store.pool, async (within) => {
      await within.query(`select pg_advisory_xact_lock(${FAIR_SCORES_LOCK})`);
      // Pages that a crash of the server loses are written by the next fit.
      await within.query('set local synchronous_commit = off');
      await work(within);
    });
  }
}

/** Without a transaction id, so that no reader of events waits for it. */
async function inSnapshot<Result>(session: SqlSession, work: () => Promise<Result>): Promise<Result> {
  await session.query('begin transaction isolation level repeatable read, read only');
  await session.query(`set local statement_timeout = ${LIMITS.fitQueryMs}`);
  await session.query(`set local idle_in_transaction_session_timeout = '30s'`);
  await session.query(`set local work_mem = '64MB'`);
  // Every row is fetched: a plan for the first tenth would follow an index through the whole table.
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

/** Whole photos, of about so many ratings together. */
function endOfPage(photoStarts: Uint32Array, from: number): number {
  let to = from + 1;
  while (to + 1 < photoStarts.length && photoStarts[to + 1]! - photoStarts[from]! <= LIMITS.fitPage) to += 1;
  return to;
}

/** Of all photos of all blocks; without any, that of the sample, which is the prior's. */
function meanOf(blocks: readonly FittedBlock[]): Pick<ScoreModel, 'mean' | 'meanVariance'> {
  const weightOf = ({ photos }: FittedBlock): number => Math.max(photos, 1);
  const total = blocks.reduce((sum, block) => sum + weightOf(block), 0);
  return {
    mean: blocks.reduce((sum, block) => sum + (block.model.mean * weightOf(block)) / total, 0),
    meanVariance: 1 / blocks.reduce((sum, block) => sum + 1 / block.model.meanVariance, 0),
  };
}

/** Other work of this process goes on between the steps. */
async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
    await setImmediate();
  }
}
