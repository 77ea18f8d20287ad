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
