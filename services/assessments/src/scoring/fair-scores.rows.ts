import type { SqlSession } from '@candid/event-store';
import { onCommonSpread, type RaterSums } from './domain/rater-spread.js';
import { nothing, rescorePhoto } from './domain/rescore-photo.js';
import { type Belief, minus, plus, type ScoreModel, unknownRater } from './domain/score-model.js';
import { loadScoreModel } from './score-model.rows.js';

/** Held shared while one photo is rescored, alone while a full fit writes: neither sees half of the other. */
export const FAIR_SCORES_LOCK = `hashtextextended('fair scores', 0)`;

interface RatingRow {
  submission_id: string;
  rater_id: string;
  score: number;
  /** False where the rating is gone, or does not count any more. */
  counts: boolean;
  /** Null where it has not been counted yet. */
  told_precision: number | null;
  told_shift: number | null;
}

interface RaterRow {
  rater_id: string;
  ratings: number;
  total: number;
  squares: number;
  precision: number;
  shift: number;
}

interface KnownRater {
  sums: RaterSums;
  severity: Belief;
}

/**
 * Brings what a photo's ratings tell of its raters up to what they are now; the photo's fair score is read from just that.
 * Run again it changes nothing that counts. The cost grows with the photo's ratings alone. The caller holds the photo.
 */
export async function rescoreFairly(session: SqlSession, photoId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock_shared(${FAIR_SCORES_LOCK})`);
  const { model } = await loadScoreModel(session);
  const rows = await ratingsOf(session, photoId);
  if (rows.length === 0) return;
  const raters = await lockRaters(session, rows, model);
  for (const row of rows) count(row, raters.get(row.rater_id)!);
  const counting = rows.filter((row) => row.counts);
  const { told } = rescorePhoto(
    model,
    counting.map((row) => {
      const { sums, severity } = raters.get(row.rater_id)!;
      return { score: onCommonSpread(Number(row.score), sums, model), rater: severity, told: toldBy(row) };
    }),
  );
  for (const [index, row] of counting.entries()) {
    const rater = raters.get(row.rater_id)!;
    rater.severity = plus(minus(rater.severity, toldBy(row)), told[index]!);
  }
  await keepEvidence(session, photoId, rows, counting, told);
  await keepRaters(session, raters);
}

/** Those that count, and those that have been counted and do not any more. */
function ratingsOf(session: SqlSession, photoId: string): Promise<RatingRow[]> {
  return session.query<RatingRow>(
    `select coalesce(r.submission_id, e.submission_id) as submission_id, coalesce(r.rater_id, e.rater_id) as rater_id,
            coalesce(r.score, e.score) as score, (r.submission_id is not null and s.submission_id is null) as counts,
            e.told_precision, e.told_shift
       from (select * from received_rating where photo_id = $1 and score is not null) r
       full join (select * from rating_evidence where photo_id = $1) e on e.submission_id = r.submission_id
       left join spoiled_submission s on s.submission_id = r.submission_id
      where s.submission_id is null or e.submission_id is not null
      order by rater_id, submission_id`,
    [photoId],
  );
}

/** In id order, so that two photos of one rater wait for each other and never in a circle. */
async function lockRaters(
  session: SqlSession,
  ratings: readonly RatingRow[],
  model: ScoreModel,
): Promise<Map<string, KnownRater>> {
  const raterIds = [...new Set(ratings.map((row) => row.rater_id))];
  const { precision, shift } = unknownRater(model);
  await session.query(
    `insert into rater_severity (rater_id, ratings, total, squares, precision, shift)
     select rater_id, 0, 0, 0, $2::float8, $3::float8 from unnest($1::uuid[]) as rater_id order by rater_id
     on conflict do nothing`,
    [raterIds, precision, shift],
  );
  const rows = await session.query<RaterRow>(
    'select * from rater_severity where rater_id = any ($1::uuid[]) order by rater_id for update',
    [raterIds],
  );
  return new Map(
    rows.map((row) => [
      row.rater_id,
      {
        sums: { ratings: Number(row.ratings), total: Number(row.total), squares: Number(row.squares) },
        severity: { precision: Number(row.precision), shift: Number(row.shift) },
      },
    ]),
  );
}

/** Takes a new rating into its rater's sums, and one that counts no more out of them and of what it told. */
function count(row: RatingRow, rater: KnownRater): void {
  const isCounted = row.told_precision !== null;
  if (row.counts === isCounted) return;
  if (isCounted) rater.severity = minus(rater.severity, toldBy(row));
  const change = isCounted ? -1 : 1;
  const score = Number(row.score);
  rater.sums.ratings += change;
  rater.sums.total += change * score;
  rater.sums.squares += change * score ** 2;
}

function toldBy({ told_precision, told_shift }: RatingRow): Belief {
  return told_precision === null ? nothing : { precision: Number(told_precision), shift: Number(told_shift) };
}

async function keepEvidence(
  session: SqlSession,
  photoId: string,
  rows: readonly RatingRow[],
  counting: readonly RatingRow[],
  told: readonly Belief[],
): Promise<void> {
  const gone = rows.filter((row) => !row.counts).map((row) => row.submission_id);
  if (gone.length > 0) {
    await session.query('delete from rating_evidence where photo_id = $1 and submission_id = any ($2::uuid[])', [
      photoId,
      gone,
    ]);
  }
  await session.query(
    `insert into rating_evidence (photo_id, submission_id, rater_id, score, told_precision, told_shift)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
     on conflict (photo_id, submission_id) do update
       set told_precision = excluded.told_precision, told_shift = excluded.told_shift`,
    [
      photoId,
      counting.map((row) => row.submission_id),
      counting.map((row) => row.rater_id),
      counting.map((row) => Number(row.score)),
      told.map(({ precision }) => precision),
      told.map(({ shift }) => shift),
    ],
  );
}

async function keepRaters(session: SqlSession, raters: ReadonlyMap<string, KnownRater>): Promise<void> {
  const all = [...raters.values()];
  await session.query(
    `update rater_severity r set ratings = n.ratings, total = n.total, squares = n.squares,
       precision = n.precision, shift = n.shift
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
       as n (rater_id, ratings, total, squares, precision, shift) where r.rater_id = n.rater_id`,
    [
      [...raters.keys()],
      all.map(({ sums }) => sums.ratings),
      all.map(({ sums }) => sums.total),
      all.map(({ sums }) => sums.squares),
      all.map(({ severity }) => severity.precision),
      all.map(({ severity }) => severity.shift),
    ],
  );
}
