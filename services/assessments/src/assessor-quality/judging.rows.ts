import { type SqlSession, surroundings } from '@candid/event-store';

export const JUDGING_QUEUE = 'judge-assessor';

/** The owner waits for the score of a submission, and nobody waits for the judgement: the worker does that one later. */
const DELAY_MS = 1_000;

export interface JudgingPayload {
  assessorId: string;
  /** Of the newest thing the assessor did, ISO 8601. */
  upTo: string;
}

/** Has somebody look at the assessor's behaviour up to then, once per `occasion`; nothing where it has been judged. */
export async function requestJudging(
  session: SqlSession,
  { assessorId, upTo }: JudgingPayload,
  occasion: string,
): Promise<void> {
  const { correlationId = null, traceparent = null } = surroundings().cause();
  const payload: JudgingPayload = { assessorId, upTo };
  await session.query(
    `insert into work_items (id, queue, payload, available_at, correlation_id, traceparent)
     select $3, $4, $5::jsonb, $6::timestamptz, $7, $8
      where not exists (select from assessor_judgement where assessor_id = $1 and judged_up_to >= $2::timestamptz)
     on conflict (id) do nothing`,
    [
      ...[assessorId, upTo, `${JUDGING_QUEUE}-${assessorId}-${occasion}`, JUDGING_QUEUE, JSON.stringify(payload)],
      ...[new Date(Date.now() + DELAY_MS).toISOString(), correlationId, traceparent],
    ],
  );
}

export async function recordJudging(session: SqlSession, { assessorId, upTo }: JudgingPayload): Promise<void> {
  await session.query(
    `insert into assessor_judgement (assessor_id, judged_up_to) values ($1, $2::timestamptz)
     on conflict (assessor_id) do update
       set judged_up_to = greatest(assessor_judgement.judged_up_to, excluded.judged_up_to)`,
    [assessorId, upTo],
  );
}

/**
 * Slots whose time is over count from that moment on, whether or not the assessor comes again. An assessor stays in the answer
 * until they are judged.
 * @param after an assessor's id; the batch starts after it
 * @returns the assessors of the batch
 */
export async function requestJudgingOfExpired(
  session: SqlSession,
  now: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const assessors = await session.query<{ assessor_id: string; up_to: Date | string }>(
    `select o.assessor_id, max(o.expires_at) as up_to from opening o
      where o.rated_at is null and not o.is_void
        and o.expires_at <= $1::timestamptz and o.expires_at > $1::timestamptz - interval '1 day'
        and o.assessor_id > $3::uuid
      group by o.assessor_id
     having max(o.expires_at) > coalesce(
       (select j.judged_up_to from assessor_judgement j where j.assessor_id = o.assessor_id), '-infinity')
      order by o.assessor_id limit $2::int`,
    [now.toISOString(), limit, after],
  );
  for (const { assessor_id: assessorId, up_to } of assessors) {
    const upTo = new Date(up_to).toISOString();
    await requestJudging(session, { assessorId, upTo }, `expired-${upTo}`);
  }
  return assessors.map(({ assessor_id }) => assessor_id);
}
