import { type Language, MODERATION, type Notice, type NoticeReason } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { isoTime } from '../kernel/paging.js';
import { firstRow } from '../kernel/rows.js';
import type { Recipient } from '../mail/mailer.js';

interface NewNotice extends Notice, Record<'photoId' | 'name' | 'email' | 'senderId' | 'network', string | null> {
  language: Language;
}

export async function addNotice(session: SqlSession, added: NewNotice): Promise<void> {
  await session.query(
    `insert into notices
       (notice_id, photo_id, reason, location, words, name, email, sender_id, network, received_at, language)
     values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::uuid, $9, $10::timestamptz, $11)`,
    [
      ...[added.noticeId, added.photoId, added.reason, added.location, added.text, added.name, added.email],
      ...[added.senderId, added.network, added.receivedAt, added.language],
    ],
  );
}

/** Counts the unanswered notices about the photo for this reason. */
export async function countWaitingNotices(session: SqlSession, photoId: string, reason: NoticeReason): Promise<number> {
  const sql =
    'select count(*)::int as waiting from notices where photo_id = $1::uuid and reason = $2 and case_id is null';
  return (await session.query<{ waiting: number }>(sql, [photoId, reason]))[0]!.waiting;
}

const SECONDS_MAX = 20;

/** Lists unanswered notices about the photo for these reasons, from networks other than `network`. Newest first. */
export async function waitingFromElsewhere(
  session: SqlSession,
  { photoId, reasons, network }: { photoId: string; reasons: readonly NoticeReason[]; network: string },
): Promise<string[]> {
  const rows = await session.query<{ notice_id: string }>(
    `select notice_id from notices where photo_id = $1::uuid and case_id is null and network <> $3
        and reason = any ($2::text[])
      order by received_at desc, notice_id limit $4::int`,
    [photoId, reasons, network, SECONDS_MAX],
  );
  return rows.map(({ notice_id }) => notice_id);
}

/** The account with the notice's address becomes the sender, unless a logged-in person sent the notice. */
export async function confirmNotice(session: SqlSession, noticeId: string, at: string): Promise<void> {
  await session.query(
    `update notices n set confirmed_at = $2::timestamptz, sender_id = coalesce(n.sender_id,
       (select c.user_id from credentials c where c.email = n.email and c.deletion_requested_at is null))
     where n.notice_id = $1::uuid`,
    [noticeId, at],
  );
}

export async function findSender(session: SqlSession, noticeId: string): Promise<string | null> {
  const sql = 'select sender_id as sender from notices where notice_id = $1::uuid';
  return (await firstRow<{ sender: string | null }>(session, sql, [noticeId]))?.sender ?? null;
}

/** Lists notices without name and address. Removed texts are empty. */
export const listNotices = (session: SqlSession, noticeIds: readonly string[]): Promise<Notice[]> =>
  session.query<Notice>(`select ${shown} from notices n where ${isNamed} ${inOrder}`, [noticeIds]);

/** Lists the notices whose case was passed on, unless that decision is undone. */
export const listPassedOnNotices = (session: SqlSession, noticeIds: readonly string[]): Promise<Notice[]> =>
  session.query<Notice>(
    `select ${shown} from notices n join notice_cases c using (case_id)
      where ${isNamed} and c.is_passed_on and (c.undone_at is null or c.undone_at < c.decided_at) ${inOrder}`,
    [noticeIds],
  );

const shown = `n.notice_id as "noticeId", n.reason, coalesce(n.location, '') as location, coalesce(n.words, '') as text,
  ${isoTime('n.received_at')} as "receivedAt"`;

const isNamed = 'n.notice_id = any ($1::uuid[])';
const inOrder = 'order by n.received_at, n.notice_id';

/** @returns undefined if no address was given or it was removed */
export const findCorrespondent = (session: SqlSession, noticeId: string) =>
  firstRow<Recipient & { photoId: string | null; reason: NoticeReason }>(
    session,
    `select n.email as "to", coalesce(c.language, n.language) as language, n.photo_id as "photoId", n.reason
       from notices n left join credentials c using (email) where n.notice_id = $1::uuid and n.email is not null`,
    [noticeId],
  );

/** Removes all data that identifies the sender. The text stays, because a decision may still need it. */
export async function forgetCorrespondent(
  session: SqlSession,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await session.query(
    `update notices set email = null, name = null, network = null, sender_id = null
      where email = $1 or sender_id = $2::uuid`,
    [email, userId],
  );
}

type Step = 'decided_at' | 'undone_at' | 'appealed_at' | 'appeal_decided_at';

export async function noteStep(session: SqlSession, caseId: string, step: Step, at: string): Promise<void> {
  await session.query(
    `insert into notice_cases as known (case_id, ${step}, changed_at) values ($1::uuid, $2::timestamptz, $2::timestamptz)
     on conflict (case_id) do update set ${step} = greatest(known.${step}, excluded.${step}),
       changed_at = greatest(known.changed_at, excluded.changed_at)`,
    [caseId, at],
  );
}

/** If `isPassedOn`, the texts of the notices are kept until the decision is undone. */
export async function noteDecision(
  session: SqlSession,
  { caseId, isPassedOn, at }: { caseId: string; isPassedOn: boolean; at: string },
): Promise<void> {
  await noteStep(session, caseId, 'decided_at', at);
  await session.query(
    'update notice_cases set is_passed_on = $3::boolean where case_id = $1::uuid and decided_at = $2::timestamptz',
    [caseId, at, isPassedOn],
  );
}

/** The decision may be older than the notice, so the retention starts when the notice itself is answered. */
export async function noteAnswered(
  session: SqlSession,
  { caseId, noticeIds, at }: { caseId: string; noticeIds: readonly string[]; at: string },
): Promise<void> {
  await session.query(
    `update notices set case_id = $1::uuid, answered_at = greatest(answered_at, $3::timestamptz)
      where notice_id = any ($2::uuid[])`,
    [caseId, noticeIds, at],
  );
}

const outcomeAt = 'greatest(c.decided_at, c.appeal_decided_at)';

const isRemovable = `case
  when c.decided_at is null or c.undone_at > ${outcomeAt}
    then greatest(n.received_at, c.undone_at) <= $2::timestamptz
  when c.appealed_at is not null and (c.appeal_decided_at is null or c.appeal_decided_at < c.appealed_at) then false
  when c.is_passed_on and (c.undone_at is null or c.undone_at < c.decided_at) then false
  else greatest(n.answered_at, ${outcomeAt}) <= $1::timestamptz end`;

/**
 * Removes location, text, sender, address and network of notices 30 days after the outcome. Notices without an outcome
 * lose them 183 days after they arrived or their decision was undone. Nothing is removed during an open appeal, or
 * if the case was passed on.
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

/** Removes cases 30 days after their last change, unless a notice still has its text. @returns the number of cases */
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
