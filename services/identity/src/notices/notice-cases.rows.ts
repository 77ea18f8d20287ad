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
  { caseId, isPassedOn, at }: { caseId: string; isPassedOn: boolean; at: string },
): Promise<void> {
  await note(session, caseId, 'decided_at', at);
  await session.query(
    'update notice_cases set is_passed_on = $3::boolean where case_id = $1::uuid and decided_at = $2::timestamptz',
    [caseId, at, isPassedOn],
  );
}

/** The decision may be older than the notice, which is kept from its own answer on. */
export async function noteAnswered(
  session: SqlSession,
  { caseId, noticeIds, at }: { caseId: string; noticeIds: readonly string[]; at: string },
): Promise<void> {
  await session.query(
    `update notices set case_id = $1::uuid, answered_at = greatest(answered_at, $3::timestamptz)
      where notice_id = any (array(select jsonb_array_elements_text($2::jsonb))::uuid[])`,
    [caseId, JSON.stringify(noticeIds), at],
  );
}

export const noteUndone = (session: SqlSession, caseId: string, at: string) => note(session, caseId, 'undone_at', at);
export const noteAppeal = (session: SqlSession, caseId: string, at: string) => note(session, caseId, 'appealed_at', at);
export const noteAppealDecided = (session: SqlSession, caseId: string, at: string) =>
  note(session, caseId, 'appeal_decided_at', at);

const outcomeAt = 'greatest(c.decided_at, c.appeal_decided_at)';
const isRemovable = `case
  when c.decided_at is null or c.undone_at > ${outcomeAt}
    then greatest(n.received_at, c.undone_at) <= $2::timestamptz
  when c.appealed_at is not null and (c.appeal_decided_at is null or c.appeal_decided_at < c.appealed_at) then false
  when c.is_passed_on and (c.undone_at is null or c.undone_at < c.decided_at) then false
  else greatest(n.answered_at, ${outcomeAt}) <= $1::timestamptz end`;

/**
 * Removes location, text, sender, address and network of notices 30 days after the outcome, or 183 days after they began to wait
 * for one. Keeps those of a case that has an open appeal or was passed on.
 * @returns the number of notices
 */
export async function removeNoticeWords(session: SqlSession, now: Date, limit: number): Promise<number> {
  const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const rows = await session.query(
    `update notices set location = null, words = null, name = null, email = null, sender_id = null,
       network = null where notice_id in (
       select n.notice_id from notices n left join notice_cases c using (case_id)
        where n.words is not null and ${isRemovable} limit $3::int)
     returning notice_id`,
    [ago(MODERATION.retentionMs), ago(MODERATION.waitingNoticeMs), limit],
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
