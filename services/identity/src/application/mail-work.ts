import { addWorkItem, type SqlSession } from '@candid/event-store';

export const MAIL_QUEUE = 'mail';

/** Ids only: whom to write to, and what, is looked up or made when the mail is sent. */
export type MailWork =
  | { kind: 'signup-code'; requestId: string }
  | { kind: 'password-reset'; requestId: string }
  | { kind: 'results-in'; userId: string; testId: string }
  | { kind: 'account-deleted'; userId: string };

export async function addSignupCodeMail(session: SqlSession, requestId: string): Promise<void> {
  const payload: MailWork = { kind: 'signup-code', requestId };
  await addWorkItem(session, { id: `mail:signup-code:${requestId}`, queue: MAIL_QUEUE, payload });
}

export async function addPasswordResetMail(session: SqlSession, requestId: string): Promise<void> {
  const payload: MailWork = { kind: 'password-reset', requestId };
  await addWorkItem(session, { id: `mail:password-reset:${requestId}`, queue: MAIL_QUEUE, payload });
}

export async function addAccountDeletedMail(session: SqlSession, userId: string): Promise<void> {
  const payload: MailWork = { kind: 'account-deleted', userId };
  await addWorkItem(session, { id: `mail:account-deleted:${userId}`, queue: MAIL_QUEUE, payload });
}

/** Once per test, however often it is asked for. */
export async function addResultsInMail(session: SqlSession, userId: string, testId: string): Promise<void> {
  const payload: MailWork = { kind: 'results-in', userId, testId };
  await addWorkItem(session, { id: `mail:results-in:${testId}`, queue: MAIL_QUEUE, payload });
}
