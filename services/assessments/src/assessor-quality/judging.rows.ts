import { addWorkItem, type SqlSession } from '@candid/event-store';

export const JUDGING_QUEUE = 'judge-rater';

export interface JudgingPayload {
  raterId: string;
  /** Of the newest thing the rater did, ISO 8601. */
  upTo: string;
}

/** Has somebody look at the rater's behaviour up to then, once per `occasion`; nothing where it has been judged. */
export async function requestJudging(
  session: SqlSession,
  { raterId, upTo }: JudgingPayload,
  occasion: string,
): Promise<void> {
  const judged = await session.query(
    'select from rater_judgement where rater_id = $1 and judged_up_to >= $2::timestamptz',
    [raterId, upTo],
  );
  if (judged.length > 0) return;
  const payload: JudgingPayload = { raterId, upTo };
  await addWorkItem(session, { id: `${JUDGING_QUEUE}-${raterId}-${occasion}`, queue: JUDGING_QUEUE, payload });
}

export async function recordJudging(session: SqlSession, { raterId, upTo }: JudgingPayload): Promise<void> {
  await session.query(
    `insert into rater_judgement (rater_id, judged_up_to) values ($1, $2::timestamptz)
     on conflict (rater_id) do update
       set judged_up_to = greatest(rater_judgement.judged_up_to, excluded.judged_up_to)`,
    [raterId, upTo],
  );
}

/** Slots whose time is over count from that moment on, whether or not the assessor comes again. */
export async function requestJudgingOfExpired(session: SqlSession, now: Date, limit: number): Promise<void> {
  const raters = await session.query<{ rater_id: string; up_to: Date | string }>(
    `select o.rater_id, max(o.expires_at) as up_to from rater_opening o
      where o.rated_at is null and not o.is_void
        and o.expires_at <= $1::timestamptz and o.expires_at > $1::timestamptz - interval '1 day'
      group by o.rater_id
     having max(o.expires_at) > coalesce(
       (select j.judged_up_to from rater_judgement j where j.rater_id = o.rater_id), '-infinity')
      limit $2::int`,
    [now.toISOString(), limit],
  );
  for (const { rater_id: raterId, up_to } of raters) {
    const upTo = new Date(up_to).toISOString();
    await requestJudging(session, { raterId, upTo }, `expired-${upTo}`);
  }
}
