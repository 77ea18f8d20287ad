import type { SqlSession } from '@candid/event-store';
import { priorScoreModel, type ScoreModel } from './domain/score-model.js';

export interface FittedScoreModel {
  model: ScoreModel;
  /** Of the last full fit; null before the first. */
  fittedAt: Date | null;
  /** How many ratings it was fitted to. */
  ratings: number;
}

/** Of the last full fit; before the first, what is assumed of any assessors and photos. */
export async function loadScoreModel(session: SqlSession): Promise<FittedScoreModel> {
  const [row] = await session.query<{ model: ScoreModel | string; fitted_at_ms: number; ratings: number }>(
    'select model, floor(extract(epoch from fitted_at) * 1000)::float8 as fitted_at_ms, ratings from score_model',
  );
  if (!row) return { model: priorScoreModel, fittedAt: null, ratings: 0 };
  const model = typeof row.model === 'string' ? (JSON.parse(row.model) as ScoreModel) : row.model;
  return { model, fittedAt: new Date(Number(row.fitted_at_ms)), ratings: Number(row.ratings) };
}

export async function storeScoreModel(
  session: SqlSession,
  { model, fittedAt, ratings }: FittedScoreModel,
): Promise<void> {
  await session.query(
    `insert into score_model (only_row, model, fitted_at, ratings) values (true, $1::jsonb, $2::timestamptz, $3::int)
     on conflict (only_row) do update set model = excluded.model, fitted_at = excluded.fitted_at, ratings = excluded.ratings`,
    [JSON.stringify(model), fittedAt?.toISOString() ?? null, ratings],
  );
}
