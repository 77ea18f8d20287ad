import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import type { OwnStep, OwnThing } from '@candid/platform/messaging';

const STEPS_MAX = 200;

interface CallRow {
  entry_id: string;
  user_id: UserId;
  call: string;
  reason: string | null;
  request_id: string;
  called_at: Date;
  status: number | null;
  code: string | null;
}

const callsSql = `select c.entry_id, c.user_id, c.call, c.reason, c.request_id, c.called_at, o.status, o.code
  from support_calls c left join support_call_outcomes o using (entry_id)
 where c.request_id = any(array(select jsonb_array_elements_text($1::jsonb))) order by c.called_at limit ${STEPS_MAX}`;

interface MailRow {
  id: string;
  kind: string;
  user_id: UserId | null;
  request_id: string;
  at: Date;
  state: string;
}

/** The expression is the index's, its condition too. */
const mailsSql = `select id, payload->>'kind' as kind, payload->>'userId' as user_id, payload->>'correlationId' as request_id,
    coalesce(completed_at, failed_at, created_at) as at,
    case when completed_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
  from work_items
 where queue = 'mail' and payload->>'correlationId' = any(array(select jsonb_array_elements_text($1::jsonb)))
 order by created_at limit ${STEPS_MAX}`;

/** The support calls that came as these requests, by their route's id, and the mails that they caused. */
export async function listCallsAndMails(session: SqlSession, requestIds: readonly string[]): Promise<OwnStep[]> {
  const parameters = [JSON.stringify(requestIds)];
  const [calls, mails] = await Promise.all([
    session.query<CallRow>(callsSql, parameters),
    session.query<MailRow>(mailsSql, parameters),
  ]);
  return [...calls.map(stepOfCall), ...mails.map(stepOfMail)];
}

/** A request that is known by them, by the first of them. */
export async function findRequest(session: SqlSession, requestId: string): Promise<OwnThing[]> {
  const [step] = await listCallsAndMails(session, [requestId]);
  return step
    ? [{ kind: 'request', id: requestId, userId: step.userId, title: step.title, at: step.at, requestId }]
    : [];
}

const stepOfCall = (row: CallRow): OwnStep => ({
  at: row.called_at.toISOString(),
  kind: 'request',
  service: 'identity',
  title: row.call,
  id: row.request_id,
  userId: row.user_id,
  detail: row.reason,
  state: row.status === null ? null : [row.status, row.code].filter(Boolean).join(' '),
  requestId: row.request_id,
});

const stepOfMail = (row: MailRow): OwnStep => ({
  at: row.at.toISOString(),
  kind: 'mail',
  service: 'identity',
  title: row.kind,
  id: row.id,
  userId: row.user_id,
  detail: null,
  state: row.state,
  requestId: row.request_id,
});
