import type { MailKind, UserId } from '@candid/contracts';
import { addWorkItem, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { UnsubscribeTokens } from '../preferences/unsubscribe-tokens.js';

export const MAIL_QUEUE = 'mail';

/** Ids only: whom to write to, and what, is looked up or made when the mail is sent. */
export type MailWork =
  | { kind: 'signup-code'; requestId: string }
  | { kind: 'password-reset'; requestId: string }
  | { kind: 'account-deleted'; userId: string }
  | OptionalMailWork;

/** A mail that the person can switch off. `aboutId` is the photo assessment or the profile assessment. */
export interface OptionalMailWork {
  kind: MailKind;
  userId: string;
  aboutId: string;
  unsubscribeToken: string;
}

/** `correlationId` is that of the request that caused the mail, so that support finds it. */
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

export interface OptionalMail {
  kind: MailKind;
  /** The photo assessment or the profile assessment. */
  aboutId: string;
  /** Identifies the mail among those of its kind: the same occasion again sends no second mail. */
  occasion: string;
}

/** Whether the person wants the mail is decided when it is sent. */
@Injectable()
export class QueueOptionalMail {
  constructor(private readonly tokens: UnsubscribeTokens) {}

  async execute(session: SqlSession, mail: OptionalMail & { userId: UserId; correlationId: string }): Promise<void> {
    const unsubscribeToken = await this.tokens.issue({ userId: mail.userId, mail: mail.kind });
    const { occasion, ...work } = { ...mail, unsubscribeToken };
    await addMail(session, occasion, work);
  }
}
