import type { SqlSession } from '@candid/event-store';
import { LIMITS } from '../config.js';

interface RatingKey {
  photo_id: string;
  submission_id: string;
}

/** The evidence of ratings accepted from `from` (null: ever) to before `to` that still tells of its assessor. */
export async function* pastMessages(session: SqlSession, from: Date | null, to: Date): AsyncGenerator<RatingKey[]> {
  await session.query(
    `declare past_message no scroll cursor for
     select e.photo_id, e.submission_id from received_rating r join rating_evidence e using (photo_id, submission_id)
      where r.accepted_at < $2::timestamptz and ($1::timestamptz is null or r.accepted_at >= $1::timestamptz)
        and e.message_precision > 0
      order by e.photo_id`,
    [from?.toISOString() ?? null, to.toISOString()],
  );
  for (;;) {
    const page = await session.query<RatingKey>(`fetch ${LIMITS.fitPage} from past_message`);
    if (page.length > 0) yield page;
    if (page.length < LIMITS.fitPage) break;
  }
  await session.query('close past_message');
}

/** A message of precision 0 is nothing: the assessor's severity of the last year does not contain it. */
export async function silencePast(session: SqlSession, keys: readonly RatingKey[]): Promise<void> {
  await session.query(
    `update rating_evidence e set message_precision = 0, message_shift = 0
     from unnest($1::uuid[], $2::uuid[]) as k (photo_id, submission_id)
     where e.photo_id = k.photo_id and e.submission_id = k.submission_id`,
    [keys.map((key) => key.photo_id), keys.map((key) => key.submission_id)],
  );
}
