import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { statusOf } from './case-summary.js';
import { type CaseEvent, isOfCase } from './domain/events.js';
import type { ReporterEvent } from './domain/reporter.js';
import { type CaseState, dueOf, evolve, initialState, isAboutAccount, type KnownCase } from './domain/state.js';

export const MODERATION_PROJECTION = 'moderation';

const EVENT_TYPES = [
  'CaseOpened',
  'CaseReopened',
  'CaseReported',
  'CaseNoticeConfirmed',
  'CaseScreened',
  'CasePhotoHeld',
  'CaseHoldReleased',
  'CaseClaimed',
  'CaseGivenBack',
  'ClosureProposed',
  'ClosureDropped',
  'CaseDecided',
  'DecisionUndone',
  'AppealFiled',
  'AppealDecided',
  'ReporterForgotten',
] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<CaseEvent | ReporterEvent, { type: (typeof EVENT_TYPES)[number] }>;

/** Cases, statements and reports. An event is applied once: rows and checkpoint are one transaction. */
@Injectable()
export class ModerationProjection implements Projection<EntityManager> {
  readonly name = MODERATION_PROJECTION;
  readonly tables = ['moderation_case', 'moderation_statement', 'moderation_report', 'moderation_opening'];
  readonly eventTypes = EVENT_TYPES;

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as Concerning;
    if (event.type === 'ReporterForgotten') {
      const { reporterId } = event.data;
      await session.query('update moderation_report set reporter_id = null where reporter_id = $1', [reporterId]);
      return;
    }
    // A rebuild hands on everything; events of other streams name cases, too.
    if (!isOfCase(recorded.streamId)) return;
    await fold(event, session);
    await record(event, session);
  }
}

/** The case's row is its state, folded as the decisions fold it, with what the queue is read by. It names no reporter. */
async function fold(event: CaseEvent, session: SqlSession): Promise<void> {
  const { caseId } = event.data;
  const [row] = await session.query<{ state: CaseState }>('select state from moderation_case where case_id = $1', [
    caseId,
  ]);
  const state = evolve(row?.state ?? initialState(), event);
  if (state.status === 'unknown') return;
  const { kind, severity, subjectId, openedAt } = state;
  await session.query(
    `insert into moderation_case as c (case_id, state, kind, status, severity, subject_id, opened_at, due_at, decided_at)
     values ($1, $2::jsonb, $3, $4, $5::int, $6::uuid, $7::timestamptz, $8::timestamptz, $9::timestamptz)
     on conflict (case_id) do update set state = excluded.state, status = excluded.status, severity = excluded.severity,
       opened_at = excluded.opened_at, due_at = excluded.due_at, decided_at = coalesce(excluded.decided_at, c.decided_at)`,
    [
      ...[caseId, JSON.stringify(withoutReporters(state)), kind, statusOf(state), severity, subjectId, openedAt],
      dueOf(state),
      event.type === 'CaseDecided' || event.type === 'AppealDecided' ? event.data.decidedAt : null,
    ],
  );
}

const withoutReporters = (state: KnownCase): KnownCase => ({
  ...state,
  reports: state.reports.map((report) => ({ ...report, reporterId: null, linkedReporterIds: [] })),
});

async function record(event: CaseEvent, session: SqlSession): Promise<void> {
  switch (event.type) {
    case 'CaseOpened':
    case 'CaseReopened': {
      const { caseId, openedAt, origin } = event.data;
      await session.query(
        'insert into moderation_opening (case_id, opened_at, origin) values ($1, $2::timestamptz, $3) on conflict do nothing',
        [caseId, openedAt, origin],
      );
      return;
    }
    case 'CaseReported': {
      const { reportId, caseId, reporterId, noticeId, reason, reportedAt, answeredBy, isUpheld } = event.data;
      await session.query(
        `insert into moderation_report (report_id, case_id, reporter_id, notice_id, reason, reported_at, answered_by, is_upheld)
         values ($1, $2, $3::uuid, $4::uuid, $5, $6::timestamptz, $7::uuid, $8::boolean)`,
        [reportId, caseId, reporterId, noticeId, reason, reportedAt, answeredBy, isUpheld],
      );
      return;
    }
    case 'CasePhotoHeld': {
      const { heldAt: issuedAt, ...held } = event.data;
      const none = { rule: null, until: null, openedAt: null, dueAt: null, isTold: true };
      return issue({ ...held, ...none, decision: 'hold', issuedAt }, session);
    }
    case 'CaseHoldReleased':
      return end(event.data.statementId, event.data.releasedAt, session);
    case 'CaseDecided': {
      const { answered, statementId, decidedAt: issuedAt } = event.data;
      await issue({ ...event.data, issuedAt }, session);
      if (!isAboutAccount(event.data.decision)) await endHolds(event.data.caseId, issuedAt, session);
      return answer(answered, statementId, session);
    }
    case 'DecisionUndone': {
      const { caseId, statementId, undoneAt, isReopened } = event.data;
      await end(statementId, undoneAt, session);
      if (!isReopened) return;
      await session.query(
        'update moderation_report set answered_by = null, is_upheld = false where case_id = $1 and answered_by = $2',
        [caseId, statementId],
      );
      return;
    }
    case 'AppealFiled': {
      const { statementId, filedAt } = event.data;
      await session.query('update moderation_statement set appealed_at = $2::timestamptz where statement_id = $1', [
        statementId,
        filedAt,
      ]);
      return;
    }
    case 'AppealDecided': {
      const { statementId, isGranted, answerId, decidedAt, answered } = event.data;
      await session.query(
        `update moderation_statement set appeal_granted = $2::boolean, appeal_answer_id = $3, appeal_decided_at = $4::timestamptz
          where statement_id = $1`,
        [statementId, isGranted, answerId, decidedAt],
      );
      return answer(answered, statementId, session);
    }
    default:
  }
}

interface Issued {
  statementId: string;
  caseId: string;
  subjectId: string | null;
  photoId: string | null;
  decision: string;
  about: readonly string[];
  rule: string | null;
  usedScreening: boolean;
  isTold: boolean;
  issuedAt: string;
  until: string | null;
  openedAt: string | null;
  dueAt: string | null;
}

async function issue(issued: Issued, session: SqlSession): Promise<void> {
  const { statementId, caseId, subjectId, photoId, decision, about, rule, usedScreening } = issued;
  const { isTold, issuedAt, until, openedAt, dueAt } = issued;
  await session.query(
    `insert into moderation_statement (statement_id, case_id, subject_id, photo_id, decision, about, rule, used_screening,
       is_told, issued_at, until, opened_at, due_at)
     values ($1, $2, $3::uuid, $4::uuid, $5, $6::jsonb, $7, $8::boolean, $9::boolean, $10::timestamptz, $11::timestamptz,
       $12::timestamptz, $13::timestamptz)`,
    [
      ...[statementId, caseId, subjectId, photoId, decision, JSON.stringify(about), rule, usedScreening],
      ...[isTold, issuedAt, until, openedAt, dueAt],
    ],
  );
}

async function end(statementId: string, at: string, session: SqlSession): Promise<void> {
  await session.query('update moderation_statement set undone_at = $2::timestamptz where statement_id = $1', [
    statementId,
    at,
  ]);
}

async function endHolds(caseId: string, at: string, session: SqlSession): Promise<void> {
  await session.query(
    `update moderation_statement set undone_at = $2::timestamptz
      where case_id = $1 and decision = 'hold' and undone_at is null`,
    [caseId, at],
  );
}

async function answer(
  answered: readonly { reportId: string; isUpheld: boolean }[],
  statementId: string,
  session: SqlSession,
): Promise<void> {
  for (const { reportId, isUpheld } of answered) {
    await session.query('update moderation_report set answered_by = $2, is_upheld = $3::boolean where report_id = $1', [
      reportId,
      statementId,
      isUpheld,
    ]);
  }
}
