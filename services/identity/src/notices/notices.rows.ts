import type { Notice, NoticeReason } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { isoTime } from '../sql-time.js';

export const noticeTables = [
  // Location, words, name and address are null after their removal.
  `create table notices (
    notice_id uuid primary key,
    -- The photo that the location names, known or not.
    photo_id uuid,
    reason text not null,
    location text,
    words text,
    name text,
    email text,
    received_at timestamptz not null,
    -- The case that a decision has answered it in, and when.
    case_id uuid,
    answered_at timestamptz
  )`,
  'create index notices_waiting on notices (photo_id, reason) where case_id is null',
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

/** The support of a notice. Null once the words are removed, as the sender and the network of a notice without them. */
export const noticeSupportColumns = `alter table notices
    -- The account that sent it, or whose address confirmed it.
    add column sender_id uuid,
    -- A keyed hash of the photo and the network together, so that the notices of one network about other photos have others.
    add column network text,
    add column confirmed_at timestamptz`;

export interface NewNotice {
  noticeId: string;
  photoId: string | null;
  reason: NoticeReason;
  location: string;
  text: string;
  name: string | null;
  email: string | null;
  senderId: string | null;
  network: string | null;
  receivedAt: string;
}

export async function addNotice(session: SqlSession, added: NewNotice): Promise<void> {
  await session.query(
    `insert into notices (notice_id, photo_id, reason, location, words, name, email, sender_id, network, received_at)
     values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::uuid, $9, $10::timestamptz)`,
    [
      ...[added.noticeId, added.photoId, added.reason, added.location, added.text, added.name, added.email],
      ...[added.senderId, added.network, added.receivedAt],
    ],
  );
}

/** Counts the notices about the photo for this reason that no decision has answered. */
export async function countWaitingNotices(session: SqlSession, photoId: string, reason: NoticeReason): Promise<number> {
  const [row] = await session.query<{ waiting: number }>(
    `select count(*)::int as waiting from notices where photo_id = $1::uuid and reason = $2 and case_id is null`,
    [photoId, reason],
  );
  return row!.waiting;
}

const SECONDS_MAX = 20;

/** Notices about the photo for one of these reasons that wait, from networks other than this one. The newest come first. */
export async function waitingFromElsewhere(
  session: SqlSession,
  { photoId, reasons, network }: { photoId: string; reasons: readonly NoticeReason[]; network: string },
): Promise<string[]> {
  const rows = await session.query<{ notice_id: string }>(
    `select notice_id from notices where photo_id = $1::uuid and case_id is null and network <> $3
        and reason = any (array(select jsonb_array_elements_text($2::jsonb)))
      order by received_at desc, notice_id limit $4::int`,
    [photoId, JSON.stringify(reasons), network, SECONDS_MAX],
  );
  return rows.map(({ notice_id }) => notice_id);
}

/** The account whose address was given becomes the sender, unless an account sent the notice. */
export async function confirmNotice(session: SqlSession, noticeId: string, at: string): Promise<void> {
  await session.query(
    `update notices n set confirmed_at = $2::timestamptz, sender_id = coalesce(n.sender_id,
       (select c.user_id from credentials c where c.email = n.email and c.deletion_requested_at is null))
     where n.notice_id = $1::uuid`,
    [noticeId, at],
  );
}

export async function findSender(session: SqlSession, noticeId: string): Promise<string | null> {
  const [row] = await session.query<{ sender_id: string | null }>(
    'select sender_id from notices where notice_id = $1::uuid',
    [noticeId],
  );
  return row?.sender_id ?? null;
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
  photoId: string | null;
  reason: NoticeReason;
}

/** @returns undefined if no address was given or it was removed */
export async function findCorrespondent(session: SqlSession, noticeId: string): Promise<Correspondent | undefined> {
  const [found] = await session.query<Correspondent>(
    'select email, photo_id as "photoId", reason from notices where notice_id = $1::uuid and email is not null',
    [noticeId],
  );
  return found;
}

/** Removes what leads to the sender. The text is still needed for a decision, but no longer linked to this person. */
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
