import { consumers, MODERATION, moderationEvents, type UserId } from '@candid/contracts';
import { Commands, type EventMetadata, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, causedBy, type ReceivedEvent } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { lockCredentials, saveStanding } from '../account/credentials.js';
import { type SuspensionEvent, standingOf } from '../account/suspension.js';
import { lockAccount } from '../account/use-cases.js';
import { addMail, QueueReportOutcome, type StatementMailWork } from '../mail/mail-work.js';
import { noteAnswered, noteDecision, noteStep } from '../notices/notices.rows.js';
import { endSessionsOf } from '../sessions/sessions.rows.js';

/** Applies decisions about an account, their undoing and their appeals in a subscriber's transaction. */
@Injectable()
export class FollowDecisions {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends the sessions in the transaction of the event. Waits for a log-in under way, and ends its session too. */
  async record(session: SqlSession, userId: UserId, fact: SuspensionEvent, metadata: EventMetadata): Promise<void> {
    await lockCredentials(session, userId);
    const { answer: account } = await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const locked = await lockAccount(unit, userId);
      locked.decide({ type: 'RecordSuspension', fact });
      return locked.state;
    });
    if (account.status !== 'registered') return;
    const standing = standingOf(account.suspensions, MODERATION);
    await saveStanding(session, userId, standing);
    const now = this.clock();
    const isSuspended = standing.isClosed || (standing.suspendedUntil ?? '') > now.toISOString();
    if (isSuspended) await endSessionsOf(session, userId, 'account-suspended', now);
  }
}

const subscriber = subscribersOf(FollowDecisions, QueueReportOutcome);

interface Concerned {
  caseId: string;
  statementId: string;
  /** Recipient of the mail; null if nobody gets one. */
  toldTo: UserId | null;
}

/** Adds the mail only once, because the mail's id consists of its kind and the statement id. */
async function tell(
  { data, correlationId }: Pick<ReceivedEvent<never>, 'correlationId'> & { data: Concerned },
  session: SqlSession,
  mail: Pick<StatementMailWork, 'kind' | 'at'>,
): Promise<void> {
  const { caseId, statementId, toldTo: userId } = data;
  if (userId !== null) await addMail(session, statementId, { ...mail, caseId, statementId, userId, correlationId });
}

interface Answer {
  session: SqlSession;
  outcomes: QueueReportOutcome;
  correlationId: string;
  /** Id of the decision's statement, or of the answer to an appeal. */
  occasion: string;
  isFound: boolean;
  ofAppeal: boolean;
}

/** Queues mails to all reporters and to the senders of notices. */
async function answer(
  answered: z.output<typeof CaseDecided.data>['answered'],
  { session, outcomes, ...by }: Answer,
): Promise<void> {
  const { correlationId, occasion, isFound, ofAppeal } = by;
  for (const { reportId, reporterId: userId, noticeId, isUpheld } of answered) {
    if (userId !== null) await outcomes.execute(session, { reportId, userId, isUpheld, ofAppeal, correlationId });
    if (noticeId === null) continue;
    const work = { kind: 'notice-decided', noticeId, isUpheld, isFound, ofAppeal, correlationId } as const;
    await addMail(session, `${noticeId}:${occasion}`, work);
  }
}

/** Returns the account that the decision suspends or closes; null for any other decision. */
const accountOf = ({ userId, decision }: { userId: UserId | null; decision: string }): UserId | null =>
  decision === 'suspendAccount' || decision === 'closeAccount' ? userId : null;

function endOf({ decision, until }: { decision: string; until: string | null }): string | null {
  if (decision === 'closeAccount') return null;
  if (until === null) throw new Error('a suspension without an end');
  return utc(until);
}

const { PhotoHeld, PhotoHoldReleased, CaseDecided, LateReportAnswered, DecisionUndone } = moderationEvents;
const { AppealFiled, AppealDecided } = moderationEvents;

/**
 * Subscribers to reports, holds and decisions. Events of one case may arrive in any order. The account stores decisions
 * keyed by statement, and the row of a case stores the latest time of each step.
 */
export const moderationSubscribers = [
  subscriber({
    ...consumers.identity['suspend-on-case-decided'],
    effect: async (received, session, accounts) => {
      const { statementId, decidedAt } = received.data;
      const userId = accountOf(received.data);
      if (userId === null) return;
      const data = { statementId, until: endOf(received.data), decidedAt: utc(decidedAt) };
      await accounts.record(session, userId, { type: 'AccountSuspended', data }, causedBy(received));
    },
  }),
  subscriber({
    ...consumers.identity['lift-on-decision-undone'],
    effect: async (received, session, accounts) => {
      const { statementId, undoneAt } = received.data;
      const userId = accountOf(received.data);
      if (userId === null) return;
      const data = { statementId, liftedAt: utc(undoneAt) };
      await accounts.record(session, userId, { type: 'SuspensionLifted', data }, causedBy(received));
    },
  }),
  subscriber({
    // A closed account and the texts of notices are kept until the appeal is decided.
    name: 'keep-on-appeal-filed',
    event: AppealFiled,
    effect: async (received, session, accounts) => {
      const { caseId, statementId } = received.data;
      const data = { statementId, filedAt: utc(received.data.filedAt) };
      await noteStep(session, caseId, 'appealed_at', data.filedAt);
      const userId = accountOf(received.data);
      if (userId === null) return;
      await accounts.record(session, userId, { type: 'SuspensionAppealed', data }, causedBy(received));
    },
  }),
  subscriber({
    name: 'keep-no-longer-on-appeal-decided',
    event: AppealDecided,
    effect: async (received, session, accounts) => {
      const { caseId, statementId } = received.data;
      const data = { statementId, decidedAt: utc(received.data.decidedAt) };
      await noteStep(session, caseId, 'appeal_decided_at', data.decidedAt);
      const userId = accountOf(received.data);
      if (userId === null) return;
      await accounts.record(session, userId, { type: 'SuspensionAppealDecided', data }, causedBy(received));
    },
  }),
  subscriber({
    name: 'reopen-on-decision-undone',
    event: DecisionUndone,
    effect: ({ data }, session) => noteStep(session, data.caseId, 'undone_at', utc(data.undoneAt)),
  }),
  subscriber({
    name: 'answer-on-case-decided',
    event: CaseDecided,
    effect: async ({ data, correlationId }, session, _accounts, outcomes) => {
      const { caseId, decision, statementId: occasion, userId, answered } = data;
      const noticeIds = answered.flatMap(({ noticeId }) => noticeId ?? []);
      const at = utc(data.decidedAt);
      const isPassedOn = decision === 'passOn';
      await noteDecision(session, { caseId, isPassedOn, at });
      await noteAnswered(session, { caseId, noticeIds, at });
      const isFound = userId !== null;
      await answer(answered, { session, outcomes, correlationId, occasion, isFound, ofAppeal: false });
    },
  }),
  subscriber({
    name: 'answer-on-late-report-answered',
    event: LateReportAnswered,
    effect: async ({ data, correlationId }, session, _accounts, outcomes) => {
      const { caseId, decision, statementId: occasion, answered } = data;
      await answer([answered], { session, outcomes, correlationId, occasion, isFound: true, ofAppeal: false });
      if (answered.noticeId === null) return;
      await noteDecision(session, { caseId, isPassedOn: decision === 'passOn', at: utc(data.decidedAt) });
      await noteAnswered(session, { caseId, noticeIds: [answered.noticeId], at: utc(data.answeredAt) });
    },
  }),
  subscriber({
    name: 'answer-on-appeal-decided',
    event: AppealDecided,
    effect: ({ data, correlationId }, session, _accounts, outcomes) =>
      answer(data.answered, {
        session,
        outcomes,
        correlationId,
        occasion: data.answerId,
        isFound: true,
        ofAppeal: true,
      }),
  }),
  subscriber({
    name: 'mail-on-photo-held',
    event: PhotoHeld,
    effect: ({ data, correlationId }, session) =>
      tell({ data: { ...data, toldTo: data.userId }, correlationId }, session, { kind: 'photo-held', at: data.heldAt }),
  }),
  subscriber({
    // The mail worker checks whether the owner was informed of the hold.
    name: 'mail-on-photo-hold-released',
    event: PhotoHoldReleased,
    effect: async ({ data: { caseId, userId, releasedAt }, correlationId }, session) => {
      // A photo may be held and released several times.
      const occasion = `${caseId}:${utc(releasedAt)}`;
      await addMail(session, occasion, { kind: 'photo-released', userId, caseId, correlationId });
    },
  }),
  subscriber({
    // If a case has no violation, the mail that the photo is back is enough.
    name: 'mail-on-case-decided',
    event: CaseDecided,
    effect: async (received, session) => {
      if (received.data.decision === 'noViolation') return;
      await tell(received, session, { kind: 'case-decided', at: received.data.decidedAt });
    },
  }),
  subscriber({
    name: 'mail-on-decision-undone',
    event: DecisionUndone,
    effect: async (received, session) => {
      if (received.data.decision === 'noViolation') return;
      await tell(received, session, { kind: 'decision-undone', at: received.data.undoneAt });
    },
  }),
  subscriber({
    name: 'mail-on-appeal-filed',
    event: AppealFiled,
    effect: (received, session) => tell(received, session, { kind: 'appeal-filed', at: received.data.filedAt }),
  }),
  subscriber({
    name: 'mail-on-appeal-decided',
    event: AppealDecided,
    effect: (received, session) => tell(received, session, { kind: 'appeal-decided', at: received.data.decidedAt }),
  }),
];

/** Normalises a date to ISO 8601 in UTC, so that dates can be compared as text. */
export const utc = (date: string): string => new Date(date).toISOString();
