import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { exactTime, isoTime } from '../sql-time.js';
import { decodeCursor, type PagePlace, pageOf } from '../support/page-cursor.js';

export interface Feedback {
  feedbackId: string;
  userId: UserId | null;
  email: string | null;
  feedback: string;
}

export async function addFeedback(session: SqlSession, added: Feedback): Promise<void> {
  await session.query('insert into feedback (feedback_id, user_id, email, feedback) values ($1, $2, $3, $4)', [
    added.feedbackId,
    added.userId,
    added.email,
    added.feedback,
  ]);
}

export interface FeedbackPage {
  entries: (Feedback & { sentAt: string })[];
  nextCursor: string | null;
}

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

type Row = Feedback & PagePlace & { sentAt: string };

const columns = `feedback_id as id, ${exactTime('sent_at')} as at, feedback_id as "feedbackId", user_id as "userId", email,
  feedback, ${isoTime('sent_at')} as "sentAt"`;

/** All of it, newest first. @throws DomainError `VALIDATION_FAILED` for a cursor that is none */
export async function listFeedback(session: SqlSession, { cursor, limit }: PageRequest): Promise<FeedbackPage> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await session.query<Row>(
    `select ${columns} from feedback
      where $1::timestamptz is null or (sent_at, feedback_id) < ($1::timestamptz, $2::uuid)
      order by sent_at desc, feedback_id desc limit $3::int`,
    [before?.at ?? null, before?.id ?? null, limit + 1],
  );
  return shown(rows, limit);
}

/** Undefined where there is no such message, or no address was left with it. */
export async function feedbackAddress(session: SqlSession, feedbackId: string): Promise<string | undefined> {
  const [row] = await session.query<{ email: string | null }>(
    'select email from feedback where feedback_id = $1::uuid',
    [feedbackId],
  );
  return row?.email ?? undefined;
}

/** What the user sent, and what nobody logged in sent under the account's address; oldest first. */
export async function listFeedbackOf(
  session: SqlSession,
  userId: UserId,
  { cursor, limit }: PageRequest,
): Promise<FeedbackPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await session.query<Row>(
    `select ${columns} from feedback
      where (user_id = $1::uuid
          or (user_id is null and email = (select c.email from credentials c where c.user_id = $1::uuid)))
        and ($2::timestamptz is null or (sent_at, feedback_id) > ($2::timestamptz, $3::uuid))
      order by sent_at, feedback_id limit $4::int`,
    [userId, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return shown(rows, limit);
}

function shown(found: Row[], limit: number): FeedbackPage {
  const { rows: entries, nextCursor } = pageOf(found, limit);
  return { entries, nextCursor };
}

/** What another user sent stays theirs, and leads to this person no more. */
export async function removeFeedbackOf(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  await session.query('delete from feedback where user_id = $1::uuid or (user_id is null and email = $2)', [
    userId,
    email,
  ]);
  await session.query('update feedback set email = null where email = $1', [email]);
}
