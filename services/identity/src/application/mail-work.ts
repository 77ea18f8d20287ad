import { addWorkItem, type SqlSession } from '@candid/event-store';

export const MAIL_QUEUE = 'mail';

/** Ids only: whom to write to, and what, is looked up or made when the mail is sent. */
export type MailWork =
  | { kind: 'signup-code'; requestId: string }
  | { kind: 'password-reset'; requestId: string }
  | { kind: 'results-in'; userId: string; testId: string }
  | { kind: 'account-deleted'; userId: string };

/** `correlationId` is the request's that the mail comes of, so that support finds it. */
type Queued = { correlationId: string };

async function addMail(session: SqlSession, subjectId: string, payload: MailWork & Queued): Promise<void> {
  await addWorkItem(session, { id: `mail:${payload.kind}:${subjectId}`, queue: MAIL_QUEUE, payload });
}

export function addSignupCodeMail(session: SqlSession, requestId: string, correlationId: string): Promise<void> {
  return addMail(session, requestId, { kind: 'signup-code', requestId, correlationId });
}

export function addPasswordResetMail(session: SqlSession, requestId: string, correlationId: string): Promise<void> {
  return addMail(session, requestId, { kind: 'password-reset', requestId, correlationId });
}

export function addAccountDeletedMail(session: SqlSession, userId: string, correlationId: string): Promise<void> {
  return addMail(session, userId, { kind: 'account-deleted', userId, correlationId });
}

/** Once per test, however often it is asked for. */
export function addResultsInMail(
  session: SqlSession,
  { userId, testId, correlationId }: { userId: string; testId: string } & Queued,
): Promise<void> {
  return addMail(session, testId, { kind: 'results-in', userId, testId, correlationId });
}
