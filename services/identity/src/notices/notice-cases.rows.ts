import { MODERATION } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

type Step = 'decided_at' | 'undone_at' | 'appealed_at' | 'appeal_decided_at';

async function note(session: SqlSession, caseId: string, step: Step, at: string): Promise<void> {
  await session.query(
    `insert into notice_cases as known (case_id, ${step}, changed_at) values ($1::uuid, $2::timestamptz, $2::timestamptz)
     on conflict (case_id) do update set ${step} = greatest(known.${step}, excluded.${step}),
       changed_at = greatest(known.changed_at, excluded.changed_at)`,
    [caseId, at],
  );
}

/** `isPassedOn`: the texts of the notices are kept unless the decision is undone. */
export async function noteDecision(
  session: SqlSession,
  { caseId, noticeIds, isPassedOn, at }: { caseId: string; noticeIds: string[]; isPassedOn: boolean; at: string },
): Promise<void> {
  await note(session, caseId, 'decided_at', at);
  await session.query(
    'update notice_cases set is_passed_on = $3::boolean where case_id = $1::uuid and decided_at = $2::timestamptz',
    [caseId, at, isPassedOn],
  );
  await session.query(
    `update notices set case_id = $1::uuid
      where notice_id = any (array(select jsonb_array_elements_text($2::jsonb))::uuid[])`,
    [caseId, JSON.stringify(noticeIds)],
  );
}

export const noteUndone = (session: SqlSession, caseId: string, at: string) => note(session, caseId, 'undone_at', at);
export const noteAppeal = (session: SqlSession, caseId: string, at: string) => note(session, caseId, 'appealed_at', at);
export const noteAppealDecided = (session: SqlSession, caseId: string, at: string) =>
  note(session, caseId, 'appeal_decided_at', at);

const outcomeAt = 'greatest(c.decided_at, c.appeal_decided_at)';

/**
 * Removes location, text, name and address of notices 30 days after the outcome. Keeps those of a case that is open
 * again after an undone decision, has an open appeal, or was passed on.
 * @returns the number of notices
 */
export async function removeNoticeWords(session: SqlSession, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - MODERATION.retentionMs).toISOString();
  const rows = await session.query(
    `update notices set location = null, words = null, name = null, email = null where notice_id in (
       select n.notice_id from notices n join notice_cases c using (case_id)
        where n.words is not null and c.decided_at is not null and ${outcomeAt} <= $1::timestamptz
          and (c.undone_at is null or c.undone_at <= ${outcomeAt})
          and (c.appealed_at is null or c.appeal_decided_at >= c.appealed_at)
          and not (c.is_passed_on and (c.undone_at is null or c.undone_at < c.decided_at))
        limit $2::int)
     returning notice_id`,
    [before, limit],
  );
  return rows.length;
}

/** Removes unchanged cases after 30 days, unless a notice still has its text. @returns the number of cases */
export async function removeNoticeCases(session: SqlSession, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - MODERATION.retentionMs).toISOString();
  const rows = await session.query(
    `delete from notice_cases where case_id in (
       select c.case_id from notice_cases c where c.changed_at <= $1::timestamptz
          and not exists (select from notices n where n.case_id = c.case_id and n.words is not null)
        limit $2::int)
     returning case_id`,
    [before, limit],
  );
  return rows.length;
}
