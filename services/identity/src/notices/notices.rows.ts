import type { Notice, NoticeReason } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { isoTime } from '../sql-time.js';

export const noticeTables = [
  // Location, words, name and address are null after their removal.
  `create table notices (
    notice_id uuid primary key,
    reason text not null,
    location text,
    words text,
    name text,
    email text,
    received_at timestamptz not null,
    -- The case that a decision has answered it in.
    case_id uuid
  )`,
  'create index notices_email on notices (email) where email is not null',
  'create index notices_case_id on notices (case_id) where case_id is not null',
  // Progress of a case, whose events arrive in any order. The texts of its notices are kept until the case is over.
  `create table notice_cases (
    case_id uuid primary key,
    decided_at timestamptz,
    is_passed_on boolean not null default false,
    undone_at timestamptz,
    appealed_at timestamptz,
    appeal_decided_at timestamptz,
    changed_at timestamptz not null
  )`,
  'create index notice_cases_changed_at on notice_cases (changed_at)',
];

export interface NewNotice {
  noticeId: string;
  reason: NoticeReason;
  location: string;
  text: string;
  name: string | null;
  email: string | null;
  receivedAt: string;
}

export async function addNotice(session: SqlSession, added: NewNotice): Promise<void> {
  await session.query(
    `insert into notices (notice_id, reason, location, words, name, email, received_at)
     values ($1::uuid, $2, $3, $4, $5, $6, $7::timestamptz)`,
    [added.noticeId, added.reason, added.location, added.text, added.name, added.email, added.receivedAt],
  );
}

/** Lists notices without name and address. Removed texts are empty. */
export const listNotices = (session: SqlSession, noticeIds: readonly string[]): Promise<Notice[]> =>
  session.query<Notice>(`select ${shown} from notices n where ${isNamed} ${inOrder}`, [JSON.stringify(noticeIds)]);

/** Lists the notices whose case was passed on, unless that decision is undone. */
export const listPassedOnNotices = (session: SqlSession, noticeIds: readonly string[]): Promise<Notice[]> =>
  session.query<Notice>(
    `select ${shown} from notices n join notice_cases c using (case_id)
      where ${isNamed} and c.is_passed_on and (c.undone_at is null or c.undone_at < c.decided_at) ${inOrder}`,
    [JSON.stringify(noticeIds)],
  );

const shown = `n.notice_id as "noticeId", n.reason, coalesce(n.location, '') as location, coalesce(n.words, '') as text,
  ${isoTime('n.received_at')} as "receivedAt"`;
const isNamed = 'n.notice_id = any (array(select jsonb_array_elements_text($1::jsonb))::uuid[])';
const inOrder = 'order by n.received_at, n.notice_id';

export interface Correspondent {
  email: string;
  location: string;
  reason: NoticeReason;
}

/** @returns undefined if no address was given or it was removed */
export async function findCorrespondent(session: SqlSession, noticeId: string): Promise<Correspondent | undefined> {
  const [found] = await session.query<Correspondent>(
    'select email, location, reason from notices where notice_id = $1::uuid and email is not null',
    [noticeId],
  );
  return found;
}

/** Removes name and address. The text is still needed for a decision, but no longer linked to this person. */
export async function forgetCorrespondent(session: SqlSession, email: string): Promise<void> {
  await session.query('update notices set email = null, name = null where email = $1', [email]);
}
