import { type SqlSession, together } from '@candid/event-store';
import { LIMITS } from '../config.js';
import { type AssessorSums, onCommonSpread } from './domain/assessor-spread.js';
import { nothing, rescorePhoto } from './domain/rescore-photo.js';
import { type Belief, minus, plus, type ScoreModel, unknownAssessor } from './domain/score-model.js';
import { loadScoreModel } from './score-model.rows.js';

/** Held shared while one photo is rescored, alone while the full fit writes a page: neither sees half of the other. */
export const FAIR_SCORES_LOCK = `hashtextextended('fair scores', 0)`;

interface RatingRow {
  submission_id: string;
  assessor_id: string;
  score: number;
  /** False where the rating is gone, or does not count any more. */
  counts: boolean;
  /** Accepted more than a year ago: it tells nothing of what the assessor's severity is now. */
  is_past: boolean;
  /** Null where it has not been counted yet. */
  message_precision: number | null;
  message_shift: number | null;
}

/** What is known of an assessor: the sums of the scores, and of the messages about the severity. */
export interface AssessorRow {
  assessor_id: string;
  ratings: number;
  total: number;
  squares: number;
  precision: number;
  shift: number;
}

interface KnownAssessor {
  sums: AssessorSums;
  severity: Belief;
}

/**
 * Brings what a photo's ratings tell of its assessors up to what they are now; the photo's fair score is read from just that.
 * Run again it changes nothing that counts. The cost grows with the photo's ratings alone. The caller holds the photo.
 */
export async function rescoreFairly(session: SqlSession, photoId: string): Promise<void> {
  const [, { model }, rows] = await together(
    session.query(`select pg_advisory_xact_lock_shared(${FAIR_SCORES_LOCK})`),
    loadScoreModel(session),
    ratingsOf(session, photoId),
  );
  if (rows.length === 0) return;
  const assessors = await lockAssessors(session, rows, model);
  for (const row of rows) count(row, assessors.get(row.assessor_id)!);
  const counting = rows.filter((row) => row.counts);
  const { message } = rescorePhoto(
    model,
    counting.map((row) => {
      const { sums, severity } = assessors.get(row.assessor_id)!;
      return { score: onCommonSpread(Number(row.score), sums, model), assessor: severity, message: messageOf(row) };
    }),
  );
  for (const [index, row] of counting.entries()) {
    if (row.is_past) message[index] = nothing;
    const assessor = assessors.get(row.assessor_id)!;
    assessor.severity = plus(minus(assessor.severity, messageOf(row)), message[index]!);
  }
  await together(keepEvidence(session, photoId, rows, counting, message), keepAssessors(session, assessors));
}

/** Those that count, and those that have been counted and do not any more. */
function ratingsOf(session: SqlSession, photoId: string): Promise<RatingRow[]> {
  return session.query<RatingRow>(
    `select coalesce(r.submission_id, e.submission_id) as submission_id, coalesce(r.assessor_id, e.assessor_id) as assessor_id,
            coalesce(r.score, e.score) as score, (r.submission_id is not null and s.submission_id is null) as counts,
            coalesce(r.accepted_at < now() - interval '${LIMITS.fitWindowMs} milliseconds', false) as is_past,
            e.message_precision, e.message_shift
       from (select * from received_rating where photo_id = $1 and score is not null) r
       full join (select * from rating_evidence where photo_id = $1) e on e.submission_id = r.submission_id
       left join spoiled_submission s on s.submission_id = r.submission_id
      where s.submission_id is null or e.submission_id is not null
      order by assessor_id, submission_id`,
    [photoId],
  );
}

/** In id order, so that two photos of one assessor wait for each other and never in a circle. */
async function lockAssessors(
  session: SqlSession,
  ratings: readonly RatingRow[],
  model: ScoreModel,
): Promise<Map<string, KnownAssessor>> {
  const assessorIds = [...new Set(ratings.map((row) => row.assessor_id))];
  const { precision, shift } = unknownAssessor(model);
  const [, rows] = await together(
    session.query(
      `insert into assessor_severity (assessor_id, ratings, total, squares, precision, shift)
       select assessor_id, 0, 0, 0, $2::float8, $3::float8 from unnest($1::uuid[]) as assessor_id order by assessor_id
       on conflict do nothing`,
      [assessorIds, precision, shift],
    ),
    session.query<AssessorRow>(
      'select * from assessor_severity where assessor_id = any ($1::uuid[]) order by assessor_id for update',
      [assessorIds],
    ),
  );
  return new Map(
    rows.map((row) => [
      row.assessor_id,
      {
        sums: { ratings: Number(row.ratings), total: Number(row.total), squares: Number(row.squares) },
        severity: { precision: Number(row.precision), shift: Number(row.shift) },
      },
    ]),
  );
}

/** Takes a new rating into its assessor's sums, and one that counts no more out of them and of what it message. */
function count(row: RatingRow, assessor: KnownAssessor): void {
  const isCounted = row.message_precision !== null;
  if (row.counts === isCounted) return;
  if (isCounted) assessor.severity = minus(assessor.severity, messageOf(row));
  const change = isCounted ? -1 : 1;
  const score = Number(row.score);
  assessor.sums.ratings += change;
  assessor.sums.total += change * score;
  assessor.sums.squares += change * score ** 2;
}

function messageOf({ message_precision, message_shift }: RatingRow): Belief {
  return message_precision === null ? nothing : { precision: Number(message_precision), shift: Number(message_shift) };
}

async function keepEvidence(
  session: SqlSession,
  photoId: string,
  rows: readonly RatingRow[],
  counting: readonly RatingRow[],
  message: readonly Belief[],
): Promise<void> {
  const gone = rows.filter((row) => !row.counts).map((row) => row.submission_id);
  if (gone.length > 0) {
    await session.query('delete from rating_evidence where photo_id = $1 and submission_id = any ($2::uuid[])', [
      photoId,
      gone,
    ]);
  }
  await session.query(
    `insert into rating_evidence (photo_id, submission_id, assessor_id, score, message_precision, message_shift)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
     on conflict (photo_id, submission_id) do update
       set message_precision = excluded.message_precision, message_shift = excluded.message_shift`,
    [
      photoId,
      counting.map((row) => row.submission_id),
      counting.map((row) => row.assessor_id),
      counting.map((row) => Number(row.score)),
      message.map(({ precision }) => precision),
      message.map(({ shift }) => shift),
    ],
  );
}

async function keepAssessors(session: SqlSession, assessors: ReadonlyMap<string, KnownAssessor>): Promise<void> {
  const all = [...assessors.values()];
  await session.query(
    `update assessor_severity r set ratings = n.ratings, total = n.total, squares = n.squares,
       precision = n.precision, shift = n.shift
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
       as n (assessor_id, ratings, total, squares, precision, shift) where r.assessor_id = n.assessor_id`,
    [
      [...assessors.keys()],
      all.map(({ sums }) => sums.ratings),
      all.map(({ sums }) => sums.total),
      all.map(({ sums }) => sums.squares),
      all.map(({ severity }) => severity.precision),
      all.map(({ severity }) => severity.shift),
    ],
  );
}
