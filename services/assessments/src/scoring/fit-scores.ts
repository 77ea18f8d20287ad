import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { fitScoreModel, type RatingColumns, type ScoreFit } from './domain/fit-score-model.js';
import { priorScoreModel } from './domain/score-model.js';
import { FAIR_SCORES_LOCK } from './fair-scores.rows.js';
import { loadScoreModel, storeScoreModel } from './score-model.rows.js';

interface CountedRating {
  photo_id: string;
  submission_id: string;
  assessor_id: string;
  score: number;
}

/** All ratings that count, with the ids behind the indexes of the columns. */
interface Ratings {
  columns: RatingColumns;
  assessorIds: string[];
  photoIds: string[];
  submissionIds: string[];
}

/**
 * The full fit: variances, severities and scores from all ratings. It writes in short transactions, since a long one would
 * hold readers of events up; killed in between, what it wrote is as good as what was there, and the next run does it all.
 */
@Injectable()
export class FitScores {
  constructor(private readonly store: EventStore) {}

  /** Once a day, and while ratings are few whenever they have grown by half. */
  async isDue(now: Date): Promise<boolean> {
    const session = sessionOfClient(this.store.pool);
    const { fittedAt, ratings } = await loadScoreModel(session);
    const [row] = await session.query<{ ratings: string }>(
      'select coalesce(sum(ratings), 0) as ratings from assessor_severity',
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
  const assessors = new Indexes();
  const photos = new Indexes();
  const submissionIds: string[] = [];
  const rows: [assessor: number, photo: number, score: number][] = [];
  let last = {
    photo_id: '00000000-0000-0000-0000-000000000000',
    submission_id: '00000000-0000-0000-0000-000000000000',
  };
  for (;;) {
    const page = await session.query<CountedRating>(
      `select photo_id, submission_id, assessor_id, score from received_rating r
        where score is not null and (submission_id, photo_id) > ($1::uuid, $2::uuid)
          and not exists (select from spoiled_submission s where s.submission_id = r.submission_id)
        order by submission_id, photo_id limit $3::int`,
      [last.submission_id, last.photo_id, LIMITS.fitPage],
    );
    for (const { photo_id, submission_id, assessor_id, score } of page) {
      rows.push([assessors.of(assessor_id), photos.of(photo_id), Number(score)]);
      submissionIds.push(submission_id);
    }
    if (page.length < LIMITS.fitPage) break;
    last = page.at(-1)!;
  }
  const columns = {
    assessors: Int32Array.from(rows, ([assessor]) => assessor),
    photos: Int32Array.from(rows, ([, photo]) => photo),
    scores: Float64Array.from(rows, ([, , score]) => score),
    assessorCount: assessors.ids.length,
    photoCount: photos.ids.length,
  };
  return { columns, assessorIds: assessors.ids, photoIds: photos.ids, submissionIds };
}

async function write(
  session: SqlSession,
  { columns, assessorIds, photoIds, submissionIds }: Ratings,
  fit: ScoreFit,
): Promise<void> {
  const { assessors, photos, scores } = columns;
  const sums = assessorIds.map(() => ({ ratings: 0, total: 0, squares: 0 }));
  for (let n = 0; n < scores.length; n += 1) {
    const own = sums[assessors[n]!]!;
    own.ratings += 1;
    own.total += scores[n]!;
    own.squares += scores[n]! ** 2;
  }
  await inPages(assessorIds.length, async (indexes) => {
    await session.query(
      `insert into assessor_severity (assessor_id, ratings, total, squares, precision, shift)
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
       on conflict (assessor_id) do update set ratings = excluded.ratings, total = excluded.total,
         squares = excluded.squares, precision = excluded.precision, shift = excluded.shift`,
      [
        indexes.map((assessor) => assessorIds[assessor]!),
        indexes.map((assessor) => sums[assessor]!.ratings),
        indexes.map((assessor) => sums[assessor]!.total),
        indexes.map((assessor) => sums[assessor]!.squares),
        indexes.map((assessor) => fit.assessors.precision[assessor]!),
        indexes.map((assessor) => fit.assessors.shift[assessor]!),
      ],
    );
  });
  await inPages(submissionIds.length, async (indexes) => {
    await session.query(
      `insert into rating_evidence (photo_id, submission_id, assessor_id, score, message_precision, message_shift)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
       on conflict (photo_id, submission_id) do update
         set message_precision = excluded.message_precision, message_shift = excluded.message_shift`,
      [
        indexes.map((n) => photoIds[photos[n]!]!),
        indexes.map((n) => submissionIds[n]!),
        indexes.map((n) => assessorIds[assessors[n]!]!),
        indexes.map((n) => scores[n]!),
        indexes.map((n) => fit.message.precision[n]!),
        indexes.map((n) => fit.message.shift[n]!),
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
