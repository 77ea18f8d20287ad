import { type SqlSession, together } from '@candid/event-store';
import {
  type AssessorSums,
  type AudienceModel,
  type Belief,
  minus,
  nothing,
  onCommonSpread,
  plus,
  priorAudience,
  priorScoreModel,
  rescorePhoto,
  type ScoreModel,
  unknownAssessor,
} from '@candid/scores';
import { LIMITS } from '../kernel/config.js';

/** Estimates of the aggregation worker. A full fit can compute all of them again. */
export const adjustedScoreTables = [
  `create table score_model (
    only_row boolean primary key check (only_row),
    model jsonb not null,
    fitted_at timestamptz not null,
    ratings integer not null,
    /** Null until a fit has estimated how audiences differ. */
    audience jsonb
  )`,
  `create table assessor_severity (
    assessor_id uuid primary key,
    ratings integer not null,
    total integer not null,
    squares integer not null,
    precision double precision not null,
    shift double precision not null
  )`,
  `create table rating_evidence (
    photo_id uuid not null,
    submission_id uuid not null,
    assessor_id uuid not null,
    score integer not null,
    message_precision double precision not null,
    message_shift double precision not null,
    primary key (photo_id, submission_id)
  )`,
];

interface FittedScoreModel {
  model: ScoreModel;
  audience: AudienceModel;
  /** Time of the last full fit; null before the first. */
  fittedAt: Date | null;
  ratings: number;
}

/** The model of the last full fit. Before the first fit, it is the prior model. */
export async function loadScoreModel(session: SqlSession): Promise<FittedScoreModel> {
  const [row] = await session.query<{
    model: ScoreModel;
    audience: AudienceModel | null;
    fitted_at_ms: number;
    ratings: number;
  }>(
    'select model, audience, floor(extract(epoch from fitted_at) * 1000)::float8 as fitted_at_ms, ratings from score_model',
  );
  if (!row) return { model: priorScoreModel, audience: priorAudience, fittedAt: null, ratings: 0 };
  return {
    // The prior fills in parameters that an earlier version of the service did not fit.
    model: { ...priorScoreModel, ...row.model },
    audience: row.audience ?? priorAudience,
    fittedAt: new Date(row.fitted_at_ms),
    ratings: row.ratings,
  };
}

export async function storeScoreModel(
  session: SqlSession,
  { model, audience, fittedAt, ratings }: FittedScoreModel,
): Promise<void> {
  await session.query(
    `insert into score_model (only_row, model, audience, fitted_at, ratings)
     values (true, $1::jsonb, $2::jsonb, $3::timestamptz, $4::int)
     on conflict (only_row) do update set model = excluded.model, audience = excluded.audience,
       fitted_at = excluded.fitted_at, ratings = excluded.ratings`,
    [JSON.stringify(model), JSON.stringify(audience), fittedAt?.toISOString() ?? null, ratings],
  );
}

/** Rescoring shares the lock. Each page of the full fit takes it exclusively, so that neither sees partial writes. */
export const ADJUSTED_SCORES_LOCK = `hashtextextended('adjusted scores', 0)`;

interface RatingRow {
  photo_id: string;
  submission_id: string;
  assessor_id: string;
  score: number;
  /** False if the rating was removed or does not count any more. */
  counts: boolean;
  /** True if the rating is older than a year. It then no longer informs the assessor's severity. */
  is_past: boolean;
  /** Null if the rating has not been counted yet. */
  message_precision: number | null;
  message_shift: number | null;
}

/** Sums of an assessor's scores, and of the messages about the assessor's severity. */
export interface AssessorRow extends AssessorSums, Belief {
  assessor_id: string;
}

/** The values of the rows by column, in the order of the table. */
export const byColumn = (rows: readonly AssessorRow[]) =>
  (['assessor_id', 'ratings', 'total', 'squares', 'precision', 'shift'] as const).map((column) =>
    rows.map((row) => row[column]),
  );

/**
 * Updates the belief-propagation messages from the photos' ratings to their assessors. A repeat makes no noticeable
 * change. The cost grows only with the number of these ratings. The caller has locked the photos.
 */
export async function refreshAdjustedScores(session: SqlSession, photoIds: readonly string[]): Promise<void> {
  const [, { model }, rows] = await together(
    session.query(`select pg_advisory_xact_lock_shared(${ADJUSTED_SCORES_LOCK})`),
    loadScoreModel(session),
    ratingsOf(session, photoIds),
  );
  if (rows.length === 0) return;
  const assessors = await lockAssessors(session, rows, model);
  for (const row of rows) count(row, assessors.get(row.assessor_id)!);
  const messages = new Map<RatingRow, Belief>();
  const counting = rows.filter((row) => row.counts);
  for (const ofPhoto of Map.groupBy(counting, (row) => row.photo_id).values()) {
    const shared = ofPhoto.map((row) => {
      const assessor = assessors.get(row.assessor_id)!;
      return { score: onCommonSpread(row.score, assessor, model), assessor, message: messageOf(row) };
    });
    const found = rescorePhoto(model, shared);
    for (const [index, row] of ofPhoto.entries()) {
      const message = row.is_past ? nothing : found.message[index]!;
      const { assessor, message: before } = shared[index]!;
      Object.assign(assessor, plus(minus(assessor, before), message));
      messages.set(row, message);
    }
  }
  const gone = rows.filter((row) => !row.counts);
  await together(forgetEvidence(session, gone), keepEvidence(session, messages), keepAssessors(session, assessors));
}

function ratingsOf(session: SqlSession, photoIds: readonly string[]): Promise<RatingRow[]> {
  return session.query<RatingRow>(
    `select coalesce(r.photo_id, e.photo_id) as photo_id, coalesce(r.submission_id, e.submission_id) as submission_id, coalesce(r.assessor_id, e.assessor_id) as assessor_id,
            coalesce(r.score, e.score) as score, (r.submission_id is not null and s.submission_id is null) as counts,
            coalesce(r.accepted_at < now() - interval '${LIMITS.fitWindowMs} milliseconds', false) as is_past,
            e.message_precision, e.message_shift
       from (select * from received_rating where photo_id = any ($1::uuid[]) and score is not null) r
       full join (select * from rating_evidence where photo_id = any ($1::uuid[])) e
         on e.submission_id = r.submission_id and e.photo_id = r.photo_id
       left join spoiled_submission s on s.submission_id = r.submission_id
      where s.submission_id is null or e.submission_id is not null
      order by photo_id, assessor_id, submission_id`,
    [photoIds],
  );
}

/** Locks in id order, so that concurrent rescorings cannot deadlock. */
async function lockAssessors(
  session: SqlSession,
  ratings: readonly RatingRow[],
  model: ScoreModel,
): Promise<Map<string, AssessorRow>> {
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
  return new Map(rows.map((row) => [row.assessor_id, row]));
}

/** Adds a new rating to the assessor's sums. If a rating no longer counts, subtracts the rating and its message. */
function count(row: RatingRow, assessor: AssessorRow): void {
  const isCounted = row.message_precision !== null;
  if (row.counts === isCounted) return;
  if (isCounted) Object.assign(assessor, minus(assessor, messageOf(row)));
  const change = isCounted ? -1 : 1;
  assessor.ratings += change;
  assessor.total += change * row.score;
  assessor.squares += change * row.score ** 2;
}

function messageOf({ message_precision, message_shift }: RatingRow): Belief {
  return message_precision === null ? nothing : { precision: message_precision, shift: message_shift! };
}

async function forgetEvidence(session: SqlSession, gone: readonly RatingRow[]): Promise<void> {
  if (gone.length === 0) return;
  await session.query(
    `delete from rating_evidence e using unnest($1::uuid[], $2::uuid[]) as g (photo_id, submission_id)
      where e.photo_id = g.photo_id and e.submission_id = g.submission_id`,
    [gone.map((row) => row.photo_id), gone.map((row) => row.submission_id)],
  );
}

/** Adds evidence, or replaces the message of stored evidence. The parameters are the table's columns in order. */
export const keepEvidenceSql = `insert into rating_evidence (photo_id, submission_id, assessor_id, score, message_precision, message_shift)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::float8[], $6::float8[])
  on conflict (photo_id, submission_id) do update
    set message_precision = excluded.message_precision, message_shift = excluded.message_shift`;

async function keepEvidence(session: SqlSession, messages: ReadonlyMap<RatingRow, Belief>): Promise<void> {
  const rows = [...messages.keys()];
  const kept = [...messages.values()];
  await session.query(keepEvidenceSql, [
    rows.map((row) => row.photo_id),
    rows.map((row) => row.submission_id),
    rows.map((row) => row.assessor_id),
    rows.map((row) => row.score),
    kept.map(({ precision }) => precision),
    kept.map(({ shift }) => shift),
  ]);
}

async function keepAssessors(session: SqlSession, assessors: ReadonlyMap<string, AssessorRow>): Promise<void> {
  await session.query(
    `update assessor_severity r set ratings = n.ratings, total = n.total, squares = n.squares,
       precision = n.precision, shift = n.shift
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
       as n (assessor_id, ratings, total, squares, precision, shift) where r.assessor_id = n.assessor_id`,
    byColumn([...assessors.values()]),
  );
}
