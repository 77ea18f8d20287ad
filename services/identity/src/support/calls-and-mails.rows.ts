import type { SqlSession } from '@candid/event-store';
import type { OwnStep, OwnThing } from '@candid/platform/messaging';
import { isoTime } from '../sql-time.js';

const STEPS_MAX = 200;

const callsSql = `select ${isoTime('c.called_at')} as at, 'request' as kind, 'identity' as service, c.call as title,
    c.request_id as id, c.user_id as "userId", c.reason as detail, nullif(concat_ws(' ', o.status, o.code), '') as state,
    c.request_id as "requestId"
  from support_calls c left join support_call_outcomes o using (entry_id)
 where c.request_id = any(array(select jsonb_array_elements_text($1::jsonb))) order by c.called_at limit ${STEPS_MAX}`;

/** The condition's expression is the index's. A report's outcome would name the reporter to whoever traces the decision. */
const mailsSql = `select ${isoTime('coalesce(completed_at, failed_at, created_at)')} as at, 'mail' as kind,
    'identity' as service, payload->>'kind' as title, id, payload->>'userId' as "userId", null as detail,
    case when completed_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state,
    payload->>'correlationId' as "requestId"
  from work_items
 where queue = 'mail' and payload->>'kind' <> 'reportOutcome' and payload->>'correlationId' = any(array(select jsonb_array_elements_text($1::jsonb)))
 order by created_at limit ${STEPS_MAX}`;

/** The support calls that came as these requests, by their route's id, and the mails that they caused. */
export async function listCallsAndMails(session: SqlSession, requestIds: readonly string[]): Promise<OwnStep[]> {
  const parameters = [JSON.stringify(requestIds)];
  const [calls, mails] = await Promise.all([
    session.query<OwnStep>(callsSql, parameters),
    session.query<OwnStep>(mailsSql, parameters),
  ]);
  return [...calls, ...mails];
}

/** A request that is known by them, by the first of them. */
export async function findRequest(session: SqlSession, requestId: string): Promise<OwnThing[]> {
  const [step] = await listCallsAndMails(session, [requestId]);
  return step
    ? [{ kind: 'request', id: requestId, userId: step.userId, title: step.title, at: step.at, requestId }]
    : [];
}
