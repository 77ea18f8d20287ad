import type { CaseReason, ModerationCase } from '@candid/contracts';
import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MODERATION_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import { byGravity, type CaseDecided, type CaseEvent, isOfCase, type Moderator } from './case.js';
import {
  type CaseState,
  dueOf,
  evolve,
  initialState,
  isAboutAccount,
  isUnderLegalHold,
  type KnownCase,
  openAppeal,
  reasonsWaiting,
  standingDecision,
} from './case-state.js';
import { tookPart } from './decide.js';
import { isOwnMatter, liveClaim } from './decide-case.js';
import type { ReporterEvent } from './reporter.js';

/** Events that only change the state of their case. */
const STATE_ONLY: readonly CaseEvent['type'][] = [
  'CaseNoticeConfirmed',
  'CaseScreened',
  'CaseClaimed',
  'CaseGivenBack',
  'ClosureProposed',
  'ClosureDropped',
];

/** Cases, statements and reports. Applies each event exactly once, because rows and checkpoint share a transaction. */
@Injectable()
export class ModerationProjection implements Projection<EntityManager> {
  readonly name = MODERATION_PROJECTION;
  readonly tables = ['moderation_case', 'moderation_statement', 'moderation_report', 'moderation_opening'];
  readonly eventTypes = [...STATE_ONLY, ...Object.keys(reactions)];

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    // A rebuild delivers events of all streams, and some events of other streams contain a case id as well.
    if (isOfCase(recorded.streamId)) await fold(recorded as unknown as CaseEvent, session);
    else if (recorded.type !== 'ReporterForgotten') return;
    await react(reactions, recorded, session);
  }
}

/** Stores the columns that order the queue, and the state on which decisions are based, but without reporters. */
async function fold(event: CaseEvent, session: SqlSession): Promise<void> {
  const { caseId } = event.data;
  const [row] = await session.query<{ state: CaseState }>('select state from moderation_case where case_id = $1', [
    caseId,
  ]);
  const state = evolve(row?.state ?? initialState(), event);
  if (state.status === 'unknown') return;
  const { kind, severity, subjectId, openedAt } = state;
  const reasons = reasonsOf(state);
  await session.query(
    `insert into moderation_case as c
       (case_id, state, kind, status, severity, subject_id, reasons, opened_at, due_at, decided_at)
     values ($1, $2::jsonb, $3, $4, $5::int, $6::uuid, $7::text[], $8::timestamptz, $9::timestamptz, $10::timestamptz)
     on conflict (case_id) do update set state = excluded.state, status = excluded.status, severity = excluded.severity,
       reasons = excluded.reasons, opened_at = excluded.opened_at, due_at = excluded.due_at, decided_at = coalesce(excluded.decided_at, c.decided_at)`,
    [
      ...[
        caseId,
        JSON.stringify(withoutReporters(state)),
        kind,
        statusOf(state),
        severity,
        subjectId,
        reasons,
        openedAt,
      ],
      dueOf(state),
      event.type === 'CaseDecided' || event.type === 'AppealDecided' ? event.data.decidedAt : null,
    ],
  );
}

const withoutReporters = (state: KnownCase): KnownCase => ({
  ...state,
  reports: state.reports.map((report) => ({ ...report, reporterId: null, linkedReporterIds: [] })),
});

async function recordOpening(
  { caseId, openedAt, origin }: { caseId: string; openedAt: string; origin: string },
  session: SqlSession,
): Promise<void> {
  await session.query(
    'insert into moderation_opening (case_id, opened_at, origin) values ($1, $2::timestamptz, $3) on conflict do nothing',
    [caseId, openedAt, origin],
  );
}

const reactions: Reactions<CaseEvent | ReporterEvent> = {
  CaseOpened: recordOpening,
  CaseReopened: recordOpening,
  CaseReported: (report, session) => {
    const { reportId, caseId, reporterId, noticeId, reason, reportedAt, answeredBy, isUpheld } = report;
    return session.query(
      `insert into moderation_report (report_id, case_id, reporter_id, notice_id, reason, reported_at, answered_by, is_upheld)
       values ($1, $2, $3::uuid, $4::uuid, $5, $6::timestamptz, $7::uuid, $8::boolean)`,
      [reportId, caseId, reporterId, noticeId, reason, reportedAt, answeredBy, isUpheld],
    );
  },
  CasePhotoHeld: ({ heldAt: issuedAt, ...held }, session) => {
    const none = { rule: null, until: null, openedAt: null, dueAt: null, isTold: true };
    return issue({ ...held, ...none, decision: 'hold', issuedAt }, session);
  },
  CaseHoldReleased: ({ statementId, releasedAt }, session) => end(statementId, releasedAt, session),
  CaseDecided: async (decided, session) => {
    const { caseId, statementId, decision, answered, decidedAt: issuedAt } = decided;
    await issue({ ...decided, issuedAt }, session);
    if (!isAboutAccount(decision))
      await session.query(
        `update moderation_statement set undone_at = $2::timestamptz
          where case_id = $1 and decision = 'hold' and undone_at is null`,
        [caseId, issuedAt],
      );
    await answer(answered, statementId, session);
  },
  DecisionUndone: async ({ caseId, statementId, undoneAt, isReopened }, session) => {
    await end(statementId, undoneAt, session);
    if (!isReopened) return;
    await session.query(
      'update moderation_report set answered_by = null, is_upheld = false where case_id = $1 and answered_by = $2',
      [caseId, statementId],
    );
  },
  AppealFiled: ({ statementId, filedAt }, session) =>
    session.query('update moderation_statement set appealed_at = $2::timestamptz where statement_id = $1', [
      statementId,
      filedAt,
    ]),
  AppealDecided: async ({ statementId, isGranted, answerId, decidedAt, answered }, session) => {
    await session.query(
      `update moderation_statement set appeal_granted = $2::boolean, appeal_answer_id = $3, appeal_decided_at = $4::timestamptz
        where statement_id = $1`,
      [statementId, isGranted, answerId, decidedAt],
    );
    await answer(answered, statementId, session);
  },
  ReporterForgotten: ({ reporterId }, session) =>
    session.query('update moderation_report set reporter_id = null where reporter_id = $1', [reporterId]),
};

interface Issued
  extends Pick<CaseDecided, 'statementId' | 'caseId' | 'subjectId' | 'photoId' | 'about' | 'rule' | 'usedScreening'>,
    Pick<CaseDecided, 'isTold' | 'until'> {
  decision: string;
  issuedAt: string;
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

export const moderationTables = [
  `create table moderation_case (
    case_id uuid primary key,
    state jsonb not null,
    kind text not null check (kind in ('photo', 'assessor', 'notice')),
    status text not null check (status in ('open', 'awaiting-second', 'decided', 'appealed')),
    severity integer not null,
    subject_id uuid,
    reasons text[] not null,
    opened_at timestamptz not null,
    due_at timestamptz not null,
    decided_at timestamptz
  )`,
  `create index moderation_case_waiting on moderation_case (severity, due_at, case_id) where status <> 'decided'`,
  `create index moderation_case_decided on moderation_case (decided_at, case_id) where decided_at is not null`,
  'create index moderation_case_subject on moderation_case (subject_id) where subject_id is not null',
  // Statements to people: one for each hold and one for each decision.
  `create table moderation_statement (
    statement_id uuid primary key,
    case_id uuid not null,
    subject_id uuid,
    photo_id uuid,
    /** A decision, or \`hold\`. */
    decision text not null,
    about jsonb not null,
    rule text,
    used_screening boolean not null,
    issued_at timestamptz not null,
    until timestamptz,
    undone_at timestamptz,
    /** Time when the case began to wait, and its deadline; null for a hold. */
    opened_at timestamptz,
    due_at timestamptz,
    appealed_at timestamptz,
    appeal_granted boolean,
    appeal_answer_id uuid,
    appeal_decided_at timestamptz,
    /** True if the person may learn of the statement: \`isTold\` decides. */
    is_told boolean not null default true
  )`,
  'create index moderation_statement_subject on moderation_statement (subject_id, issued_at desc)',
  'create index moderation_statement_case on moderation_statement (case_id)',
  'create index moderation_statement_issued on moderation_statement (issued_at)',
  'create index moderation_statement_answer on moderation_statement (appeal_answer_id) where appeal_answer_id is not null',
  `create table moderation_report (
    report_id uuid primary key,
    case_id uuid not null,
    /** Null for a notice, and once the account is deleted. */
    reporter_id uuid,
    notice_id uuid,
    reason text not null,
    reported_at timestamptz not null,
    answered_by uuid,
    is_upheld boolean not null
  )`,
  'create index moderation_report_case on moderation_report (case_id)',
  'create index moderation_report_reporter on moderation_report (reporter_id, reported_at desc) where reporter_id is not null',
  'create index moderation_report_reported on moderation_report (reported_at)',
  `create table moderation_opening (
    case_id uuid not null,
    opened_at timestamptz not null,
    origin text not null,
    primary key (case_id, opened_at)
  )`,
  'create index moderation_opening_opened on moderation_opening (opened_at)',
];

/** Texts of people. They are not in events, so that they can be removed. */
export const moderationTextTable = [
  `create table moderation_text (
    text_id uuid primary key,
    case_id uuid not null,
    kind text not null check (kind in ('report', 'reasons', 'appeal')),
    /** Author of a report or an appeal; null for a moderator's reasons. */
    author_id uuid,
    text text not null,
    written_at timestamptz not null
  )`,
  'create index moderation_text_case on moderation_text (case_id)',
  'create index moderation_text_author on moderation_text (author_id) where author_id is not null',
  'create index moderation_text_written on moderation_text (written_at)',
];

export function summaryOf(state: KnownCase, viewer: Moderator, at: string): ModerationCase {
  const { caseId, kind, severity, hold, openedAt, subjectId, photoId } = state;
  const claim = liveClaim(state, at);
  return {
    ...{ caseId, kind, severity, openedAt, subjectId, photoId },
    status: statusOf(state),
    reasons: reasonsOf(state),
    reports: state.reports.length,
    screening: isUnderLegalHold(state) ? [] : state.findings.map(({ finding }) => finding),
    isHeld: hold !== null,
    dueAt: dueOf(state),
    claimedBy: claim?.moderatorId ?? null,
    claimedUntil: claim?.until ?? null,
    decision: standingDecision(state)?.decision ?? null,
    isUnderLegalHold: isUnderLegalHold(state),
    mayDecide: mayDecide(state, viewer),
  } as ModerationCase;
}

/** Reasons that wait for a decision; all reasons if none waits. */
function reasonsOf(state: KnownCase): CaseReason[] {
  const waiting = reasonsWaiting(state);
  if (waiting.length > 0) return waiting;
  const found = state.findings.length > 0 ? (['screening'] as const) : [];
  return byGravity([...state.reports.map(({ reason }) => reason), ...found]);
}

function mayDecide(state: KnownCase, { moderatorId, isEvidenceStaff }: Moderator): boolean {
  if (isOwnMatter(state, moderatorId) || (isUnderLegalHold(state) && !isEvidenceStaff)) return false;
  if (state.proposal) return state.proposal.proposedBy !== moderatorId;
  const appealed = state.isOpen ? undefined : openAppeal(state);
  return !appealed || !tookPart(appealed, moderatorId);
}

export function statusOf(state: KnownCase): ModerationCase['status'] {
  if (state.proposal) return 'awaiting-second';
  if (state.isOpen) return 'open';
  return openAppeal(state) ? 'appealed' : 'decided';
}
