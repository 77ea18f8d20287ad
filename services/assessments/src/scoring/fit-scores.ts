import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { fitScoreModel, type RatingColumns, type ScoreFit } from './domain/fit-score-model.js';
import { priorScoreModel } from './domain/score-model.js';
import { FAIR_SCORES_LOCK } from './fair-scores.rows.js';
import { loadScoreModel, storeScoreModel } from './score-model.rows.js';

interface CountedRating {
  photo_id: string;
  submission_id: string;
  rater_id: string;
  score: number;
}

/** All ratings that count, with the ids behind the indexes of the columns. */
interface Ratings {
  columns: RatingColumns;
  raterIds: string[];
  photoIds: string[];
  submissionIds: string[];
}

/**
 * The full fit: variances, severities and scores from all ratings. It writes in short transactions, since a long one would
 * hold readers of events up; killed in between, what it wrote is as good as what was there, and the next run does it all.
 */
@Injectable()
export class FitScores {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** Once a day, and while ratings are few whenever they have grown by half. */
  async isDue(now: Date): Promise<boolean> {
    const session = sessionOfClient(this.store.pool);
    const { fittedAt, ratings } = await loadScoreModel(session);
    const [row] = await session.query<{ ratings: string }>(
      'select coalesce(sum(ratings), 0) as ratings from rater_severity',
    );
    const count = Number(row!.ratings);
    if (count === 0) return false;
    if (fittedAt === null || now.getTime() - fittedAt.getTime() >= LIMITS.fitEveryMs) return true;
    return count >= ratings + Math.max(LIMITS.fitGrowthMin, ratings / 2);
  }

  /** @returns to how many ratings; undefined where another process is at it */
  async run(now: Date): Promise<number | undefined> {
    const client = await this.store.pool.connect();
    const session = sessionOfClient(client);
    try {
      const [lock] = await session.query<{ is_mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('score fit', 0)) as is_mine`,
      );
      if (!lock?.is_mine) return undefined;
      await session.query(`select pg_advisory_lock(${FAIR_SCORES_LOCK})`);
      const ratings = await readRatings(session);
      const fit = fitScoreModel(ratings.columns, { prior: { model: priorScoreModel, weight: LIMITS.fitPriorWeight } });
      await write(session, ratings, fit);
      await storeScoreModel(session, { model: fit.model, fittedAt: now, ratings: ratings.submissionIds.length });
      return ratings.submissionIds.length;
    } finally {
      // With its session end its locks, whatever happened.
      client.release(true);
    }
  }
}

async function readRatings(session: SqlSession): Promise<Ratings> {
  const raters = new Indexes();
  const photos = new Indexes();
  const submissionIds: string[] = [];
  const rows: [rater: number, photo: number, score: number][] = [];
  let last = {
    photo_id: '00000000-0000-0000-0000-000000000000',
    submission_id: '00000000-0000-0000-0000-000000000000',
  };
  for (;;) {
    const page = await session.query<CountedRating>(
      `select photo_id, submission_id, rater_id, score from received_rating r
        where score is not null and (submission_id, photo_id) > ($1::uuid, $2::uuid)
          and not exists (select from spoiled_submission s where s.submission_id = r.submission_id)
        order by submission_id, photo_id limit $3::int`,
      [last.submission_id, last.photo_id, LIMITS.fitPage],
    );
    for (const { photo_id, submission_id, rater_id, score } of page) {
      rows.push([raters.of(rater_id), photos.of(photo_id), Number(score)]);
      submissionIds.push(submission_id);
    }
    if (page.length < LIMITS.fitPage) break;
    last = page.at(-1)!;
  }
  const columns = {
    raters: Int32Array.from(rows, ([rater]) => rater),
    photos: Int32Array.from(rows, ([, photo]) => photo),
    scores: Float64Array.from(rows, ([, , score]) => score),
    raterCount: raters.ids.length,
    photoCount: photos.ids.length,
  };
  return { columns, raterIds: raters.ids, photoIds: photos.ids, submissionIds };
}

async function write(
  session: SqlSession,
  { columns, raterIds, photoIds, submissionIds }: Ratings,
  fit: ScoreFit,
): Promise<void> {
  const { raters, photos, scores } = columns;
  const sums = raterIds.map(() => ({ ratings: 0, total: 0, squares: 0 }));
  for (let n = 0; n < scores.length; n += 1) {
    const own = sums[raters[n]!]!;
    own.ratings += 1;
    own.total += scores[n]!;
    own.squares += scores[n]! ** 2;
  }
  await inPages(raterIds.length, async (indexes) => {
    await session.query(
      `insert into rater_severity (rater_id, ratings, total, squares, precision, shift)
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
       on conflict (rater_id) do update set ratings = excluded.ratings, total = excluded.total,
         squares = excluded.squares, precision = excluded.precision, shift = excluded.shift`,
      [
        indexes.map((rater) => raterIds[rater]!),
        indexes.map((rater) => sums[rater]!.ratings),
        indexes.map((rater) => sums[rater]!.total),
        indexes.map((rater) => sums[rater]!.squares),
        indexes.map((rater) => fit.raters.precision[rater]!),
        indexes.map((rater) => fit.raters.shift[rater]!),
      ],
    );
  });
  await inPages(submissionIds.length, async (indexes) => {
    await session.query(
      `insert into rating_evidence (photo_id, submission_id, rater_id, score, told_precision, told_shift)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
       on conflict (photo_id, submission_id) do update
         set told_precision = excluded.told_precision, told_shift = excluded.told_shift`,
      [
        indexes.map((n) => photoIds[photos[n]!]!),
        indexes.map((n) => submissionIds[n]!),
        indexes.map((n) => raterIds[raters[n]!]!),
        indexes.map((n) => scores[n]!),
        indexes.map((n) => fit.told.precision[n]!),
        indexes.map((n) => fit.told.shift[n]!),
      ],
    );
  });
}

async function inPages(count: number, write: (indexes: number[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += LIMITS.fitPage) {
    await write(Array.from({ length: Math.min(LIMITS.fitPage, count - from) }, (_, index) => from + index));
  }
}

/** Ids as indexes from 0, in the order they are first met. */
class Indexes {
  readonly ids: string[] = [];
  private readonly byId = new Map<string, number>();

  of(id: string): number {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    this.byId.set(id, this.ids.length);
    this.ids.push(id);
    return this.ids.length - 1;
  }
}
