import { consumers, type IntegrationEventType, moderationEvents, type UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { causedBy } from '@candid/platform';
import { subscribersOf } from '@candid/platform/messaging';
import type { z } from 'zod';
import {
  addNoticeMail,
  addPhotoReleasedMail,
  addStatementMail,
  QueueReportOutcome,
  type StatementMailWork,
} from '../mail/mail-work.js';
import { noteAppeal, noteAppealDecided, noteDecision, noteUndone } from '../notices/notice-cases.rows.js';
import { FollowDecisions, type SuspensionCommand } from '../suspension/follow-decisions.js';

const { AppealDecided, AppealFiled, CaseDecided, DecisionUndone, PhotoHeld } = moderationEvents;
const follow = subscribersOf(FollowDecisions, QueueReportOutcome);

type Data<Event extends IntegrationEventType> = z.output<Event['data']>;
type AboutSuspension = Pick<Data<typeof CaseDecided>, 'decision' | 'userId' | 'statementId'>;

/** In the one form in which dates compare as text. */
const utc = (date: string): string => new Date(date).toISOString();

/** The account that the decision suspends or closes. */
const suspendedBy = ({ decision, userId }: AboutSuspension): UserId | null =>
  decision === 'suspendAccount' || decision === 'closeAccount' ? userId : null;

type Answers = Data<typeof CaseDecided>['answered'];

/** Tells reporters and senders of notices, never who the others are. */
async function tellAnswered(
  session: SqlSession,
  outcomes: QueueReportOutcome,
  { answered, statementId, ofAppeal }: { answered: Answers; statementId: string; ofAppeal: boolean },
  correlationId: string,
): Promise<void> {
  for (const { reportId, reporterId, noticeId, isUpheld } of answered) {
    if (reporterId !== null)
      await outcomes.execute(session, { reportId, userId: reporterId, isUpheld, ofAppeal, correlationId });
    if (noticeId !== null)
      await addNoticeMail(
        session,
        { kind: 'notice-decided', noticeId, isUpheld, ofAppeal },
        correlationId,
        statementId,
      );
  }
}

async function tell(
  session: SqlSession,
  kind: StatementMailWork['kind'],
  about: { userId: UserId | null; caseId: string; statementId: string; at: string },
  correlationId: string,
): Promise<void> {
  const { userId, caseId, statementId, at } = about;
  if (userId !== null) await addStatementMail(session, { kind, userId, caseId, statementId, at }, correlationId);
}

const noticesOf = (answered: Answers): string[] => answered.flatMap(({ noticeId }) => noticeId ?? []);

/**
 * What this service does about holds, decisions and appeals: sessions end, and mails are queued. The inbox lets each event reach
 * each row once. They may come in any order: a suspension is kept by its statement.
 */
export const moderationSubscribers = [
  follow({
    ...consumers.identity['suspend-on-case-decided'],
    effect: async (received, session, suspensions) => {
      const { data } = received;
      const userId = suspendedBy(data);
      if (userId === null) return;
      const { statementId, until, decidedAt } = data;
      const command: SuspensionCommand = {
        ...{ type: 'RecordSuspension', statementId, decidedAt: utc(decidedAt) },
        until: until === null ? null : utc(until),
      };
      await suspensions.record(session, userId, command, causedBy(received));
    },
  }),
  follow({
    ...consumers.identity['lift-on-decision-undone'],
    effect: async (received, session, suspensions) => {
      const { data } = received;
      const userId = suspendedBy(data);
      if (userId === null) return;
      const { statementId, undoneAt } = data;
      const command = { type: 'RecordSuspensionLifted', statementId, liftedAt: utc(undoneAt) } as const;
      await suspensions.record(session, userId, command, causedBy(received));
    },
  }),
  follow({
    // A closed account is not deleted while an appeal waits.
    name: 'record-on-appeal-filed',
    event: AppealFiled,
    effect: async (received, session, suspensions) => {
      const { data } = received;
      await noteAppeal(session, data.caseId, utc(data.filedAt));
      const userId = suspendedBy(data);
      if (userId === null) return;
      const { statementId, filedAt } = data;
      const command = { type: 'RecordSuspensionAppealed', statementId, filedAt: utc(filedAt) } as const;
      await suspensions.record(session, userId, command, causedBy(received));
    },
  }),
  follow({
    name: 'record-on-appeal-decided',
    event: AppealDecided,
    effect: async (received, session, suspensions) => {
      const { data } = received;
      await noteAppealDecided(session, data.caseId, utc(data.decidedAt));
      const userId = suspendedBy(data);
      if (userId === null) return;
      const { statementId, decidedAt } = data;
      const command = { type: 'RecordSuspensionAppealDecided', statementId, decidedAt: utc(decidedAt) } as const;
      await suspensions.record(session, userId, command, causedBy(received));
    },
  }),
  follow({
    name: 'mail-on-photo-held',
    event: PhotoHeld,
    effect: ({ data, correlationId }, session) =>
      tell(session, 'photo-held', { ...data, at: utc(data.heldAt) }, correlationId),
  }),
  follow({
    name: 'mail-on-case-decided',
    event: CaseDecided,
    effect: async ({ data, correlationId }, session, _suspensions, outcomes) => {
      const { caseId, userId, photoId, decision, statementId, answered } = data;
      const at = utc(data.decidedAt);
      const noticeIds = noticesOf(answered);
      if (noticeIds.length > 0)
        await noteDecision(session, { caseId, noticeIds, isPassedOn: decision === 'passOn', at });
      await tellAnswered(session, outcomes, { answered, statementId, ofAppeal: false }, correlationId);
      if (decision !== 'noViolation') return tell(session, 'case-decided', { ...data, at }, correlationId);
      if (userId === null || photoId === null) return;
      const work = { kind: 'photo-released', userId, caseId, releasedAt: at } as const;
      await addPhotoReleasedMail(session, work, correlationId);
    },
  }),
  follow({
    name: 'mail-on-decision-undone',
    event: DecisionUndone,
    effect: async ({ data, correlationId }, session) => {
      const at = utc(data.undoneAt);
      await noteUndone(session, data.caseId, at);
      await tell(session, 'decision-undone', { ...data, at }, correlationId);
    },
  }),
  follow({
    name: 'mail-on-appeal-filed',
    event: AppealFiled,
    effect: ({ data, correlationId }, session) =>
      tell(session, 'appeal-filed', { ...data, at: utc(data.filedAt) }, correlationId),
  }),
  follow({
    name: 'mail-on-appeal-decided',
    event: AppealDecided,
    effect: async ({ data, correlationId }, session, _suspensions, outcomes) => {
      const { answered, answerId } = data;
      await tellAnswered(session, outcomes, { answered, statementId: answerId, ofAppeal: true }, correlationId);
      await tell(session, 'appeal-decided', { ...data, at: utc(data.decidedAt) }, correlationId);
    },
  }),
];
