import { addWorkItem, type SqlSession } from '@candid/event-store';
import { type AudienceModel, priorAudience, priorScoreModel, type ScoreModel } from './score-model.js';

interface FittedScoreModel {
  model: ScoreModel;
  audience: AudienceModel;
  /** Time of the last full fit; null before the first. */
  fittedAt: Date | null;
  /** Number of ratings in that fit. */
  ratings: number;
}

/** The model of the last full fit. Before the first fit, it is the prior model. */
export async function loadScoreModel(session: SqlSession): Promise<FittedScoreModel> {
  const [row] = await session.query<{
    model: ScoreModel | string;
    audience: AudienceModel | string | null;
    fitted_at_ms: number;
    ratings: number;
  }>(
    'select model, audience, floor(extract(epoch from fitted_at) * 1000)::float8 as fitted_at_ms, ratings from score_model',
  );
  if (!row) return { model: priorScoreModel, audience: priorAudience, fittedAt: null, ratings: 0 };
  const audience = row.audience === null ? priorAudience : parsed(row.audience);
  return {
    // An earlier version of the service did not fit every parameter.
    model: { ...priorScoreModel, ...parsed(row.model) },
    audience,
    fittedAt: new Date(Number(row.fitted_at_ms)),
    ratings: Number(row.ratings),
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

const parsed = <Value extends object>(value: Value | string): Value =>
  typeof value === 'string' ? (JSON.parse(value) as Value) : value;

export const SETTLING_QUEUE = 'stop-when-settled';

export interface SettlingPayload {
  ownerId: string;
  photoId: string;
}

/** Requests a check if the running assessment can stop early, if its owner wants that; once per revision of the sums. */
export async function requestSettling(
  session: SqlSession,
  { ownerId, photoId, revision }: SettlingPayload & { revision: number },
): Promise<void> {
  const wanted = await session.query('select from participant where user_id = $1 and stop_when_settled', [ownerId]);
  if (wanted.length === 0) return;
  const payload: SettlingPayload = { ownerId, photoId };
  await addWorkItem(session, { id: `${SETTLING_QUEUE}-${photoId}-${revision}`, queue: SETTLING_QUEUE, payload });
}
