import { type SqlSession, uuidOf } from '@candid/event-store';

interface ModerationText {
  textId: string;
  caseId: string;
  /** `reasons` is a moderator's text to the person. */
  kind: 'report' | 'reasons' | 'appeal';
  authorId: string | null;
  text: string;
  at: string;
}

/** Id of an appeal's text. A decision's text has the statement's id, and an answer's text has the answer's id. */
export const appealTextId = (statementId: string): string => uuidOf(`appeal of ${statementId}`);
export const secondTextId = (statementId: string): string => uuidOf(`second opinion on ${statementId}`);
export const undoingTextId = (statementId: string): string => uuidOf(`undoing of ${statementId}`);

/** Keeps the first text of an id, so that a repeated command changes nothing. */
export async function keepText(session: SqlSession, kept: ModerationText): Promise<void> {
  const { textId, caseId, kind, authorId, text, at } = kept;
  await session.query(
    `insert into moderation_text (text_id, case_id, kind, author_id, text, written_at)
     values ($1, $2, $3, $4::uuid, $5, $6::timestamptz) on conflict do nothing`,
    [textId, caseId, kind, authorId, text, at],
  );
}

export async function textsById(session: SqlSession, textIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await session.query<{ text_id: string; text: string }>(
    'select text_id, text from moderation_text where text_id = any ($1::uuid[])',
    [textIds],
  );
  return new Map(rows.map((row) => [row.text_id, row.text]));
}

/** Removes the person's reports and appeals, and moderators' texts to the person, unless a legal hold keeps them. */
export async function forgetTextsOf(session: SqlSession, userId: string): Promise<void> {
  await session.query(
    `delete from moderation_text t where ${isFree}
      and (author_id = $1::uuid or case_id in (select case_id from moderation_case where subject_id = $1::uuid and t.kind = 'reasons'))`,
    [userId],
  );
}

/** True if no legal hold keeps the texts of the case. */
const isFree = `not exists (select from moderation_statement s
  where s.case_id = t.case_id and s.decision = 'passOn' and s.undone_at is null)`;

/**
 * Removes texts of decided cases without a legal hold. The text of a report or an appeal must be older than
 * `decidedBefore`, and so must the decision. A moderator's reasons must be older than `reasonsBefore`. Newer texts
 * stay, because the read model may not show yet that they have reopened a case.
 * @returns the number of removed texts
 */
export async function removeOldTexts(
  session: SqlSession,
  { decidedBefore, reasonsBefore, limit }: { decidedBefore: Date; reasonsBefore: Date; limit: number },
): Promise<number> {
  const rows = await session.query(
    `delete from moderation_text where text_id in (
       select t.text_id from moderation_text t join moderation_case c using (case_id)
        where c.status = 'decided' and ${isFree}
          and ((t.kind in ('report', 'appeal') and greatest(c.decided_at, t.written_at) <= $1::timestamptz)
            or (t.kind = 'reasons' and t.written_at <= $2::timestamptz))
        limit $3::int)
     returning text_id`,
    [decidedBefore.toISOString(), reasonsBefore.toISOString(), limit],
  );
  return rows.length;
}
