import {
  belongsToStaff,
  CASE_URGENCY,
  type CaseDetail,
  MODERATION,
  type PersonContext,
  moderationRpc as rpc,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { badCursor, cutPage, exactTime, placeAfter } from '../kernel/paging.js';
import { ownerStreams } from '../owner/decide.js';
import { suspensionOf } from '../owner/owner.js';
import { caseUnknown, type Moderator, ownMatter } from './case.js';
import { type DecisionRecord, isUnderLegalHold, type KnownCase, newestDecision, type Report } from './case-state.js';
import { caseStreams } from './decide.js';
import { canUndo } from './decide-case.js';
import { isEnoughToHold } from './hold-policy.js';
import { appealTextId, secondTextId, textsById, undoingTextId } from './moderation-texts.rows.js';
import { summaryOf } from './read-model.js';
import { linkedReportersOf, patternOf, type ReporterState, reporterStreams, weightAt } from './reporter.js';

const ACCOUNT_PHOTOS_MAX = 50;

@Injectable()
export class CasesQuery {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param isEvidence whether to read a case under legal hold, which allows no act; other cases are then NOT_FOUND
   * @param cursor the last report of the page before
   * @throws DomainError NOT_FOUND; FORBIDDEN for a case about the viewer, who must not learn who reported;
   * VALIDATION_FAILED for an unknown cursor
   */
  async detail(
    caseId: string,
    viewer: Moderator,
    { cursor, isEvidence = false }: { cursor?: string | undefined; isEvidence?: boolean } = {},
  ): Promise<CaseDetail> {
    const { state } = await this.commands.load(caseStreams, caseId);
    if (state.status === 'unknown') throw caseUnknown();
    if (state.subjectId === viewer.moderatorId) throw ownMatter();
    const isClosed = isUnderLegalHold(state);
    if (isEvidence && !isClosed) throw caseUnknown();
    const maySee = !isClosed || isEvidence;
    const reports = maySee ? state.reports : [];
    const { page, nextReports } = pageOfReports(reports, cursor);
    const words = maySee ? await this.wordsOf(state, page) : new Map<string, string>();
    const at = this.clock().toISOString();
    const mayUndo = !isEvidence && canUndo(state, viewer, at);
    const summary = summaryOf(state, viewer, at);
    return {
      ...summary,
      detail: await Promise.all(page.map((report) => this.reportOf(report, words, state, isEvidence))),
      nextReports,
      screening: maySee ? state.findings.map(({ finding }) => finding) : [],
      decisions: decisionsOf(state, words, mayUndo),
      subject: state.subjectId === null ? null : await this.historyOf(state.subjectId, caseId),
      pattern: patternOf(reports.flatMap(withReporter)),
      ratings: await this.ratingsOf(page),
      accountPhotoIds: maySee ? await this.accountPhotosOf(state) : [],
      mayDecide: !isEvidence && summary.mayDecide,
    } as CaseDetail;
  }

  private wordsOf({ decisions, dropped, proposal }: KnownCase, page: readonly Report[]): Promise<Map<string, string>> {
    const statements = [...decisions, ...dropped, ...(proposal ? [proposal] : [])].map(
      ({ statementId }) => statementId,
    );
    const ids = [
      ...page.map(({ reportId }) => reportId),
      ...statements.flatMap((id) => [id, secondTextId(id), undoingTextId(id), appealTextId(id)]),
      ...decisions.flatMap(({ appeal }) => appeal?.answerId ?? []),
    ];
    return textsById(this.database, ids);
  }

  private async reportOf(report: Report, words: ReadonlyMap<string, string>, state: KnownCase, isEvidence: boolean) {
    const { reportId, reason, reportedAt, reporterId, noticeId, isCounted } = report;
    const weight = { isCounted, holdsAtOnce: isEnoughToHold(report, state) };
    const shown = { reportId, reason, reportedAt, noticeId, ...weight, text: words.get(reportId) ?? null };
    const reporter = reporterId === null ? undefined : await this.commands.load(reporterStreams, reporterId);
    // The identity of a deleted reporter is shown only in evidence under legal hold.
    if (!reporter || (reporter.state.isForgotten && !isEvidence)) return { ...shown, reporterId: null, history: null };
    return { ...shown, reporterId, history: this.historyOfReporter(reporter.state, report, state.reports) };
  }

  private historyOfReporter(state: ReporterState, own: Report, all: readonly Report[]) {
    const { reporterId, standing, isNew } = own;
    const answers = Object.values(state.answers);
    const upheld = answers.filter(({ isUpheld }) => isUpheld).length;
    return {
      upheld,
      rejected: answers.length - upheld,
      // The weight decays continuously; two decimals are enough.
      weight: Math.round(weightAt(state, this.clock().toISOString()) * 100) / 100,
      standing: standing ?? 'good',
      isNew,
      linkedReporters: linkedReportersOf(reporterId!, all.flatMap(withReporter)),
    };
  }

  private async historyOf(subjectId: string, caseId: string) {
    const [decisions, [open], { state }] = await Promise.all([
      this.database.query<{ case_id: string; decision: string; rule: string | null; issued_at: Date }>(
        `select case_id, decision, rule, issued_at from moderation_statement
          where subject_id = $1::uuid and decision not in ('hold', 'noViolation') and undone_at is null
            and issued_at > $2::timestamptz - interval '12 months'
          order by issued_at desc limit 50`,
        [subjectId, this.clock().toISOString()],
      ),
      this.database.query<{ open: number }>(
        `select count(*)::int as open from moderation_case
          where subject_id = $1::uuid and status <> 'decided' and case_id <> $2::uuid`,
        [subjectId, caseId],
      ),
      this.commands.load(ownerStreams, subjectId),
    ]);
    const suspension = suspensionOf(state, this.clock().toISOString());
    return {
      decisions: decisions.map(({ case_id, decision, rule, issued_at }) => ({
        ...{ caseId: case_id, decision, rule },
        decidedAt: issued_at.toISOString(),
      })),
      openCases: open!.open,
      suspendedUntil: suspension?.until ?? null,
      isClosed: suspension?.until === null,
    };
  }

  /** Photos that assessors could see, if the case is about a whole account that a notice names. */
  private async accountPhotosOf({ kind, subjectId }: KnownCase): Promise<string[]> {
    if (kind !== 'notice' || subjectId === null) return [];
    const rows = await this.database.query<{ photo_id: string }>(
      `select distinct jsonb_array_elements_text(photo_ids) as photo_id from (
         select photo_ids from photo_assessment where owner_id = $1::uuid and status = 'started'
         union all select photo_ids from profile_assessment where owner_id = $1::uuid) assessed
       order by photo_id limit ${ACCOUNT_PHOTOS_MAX}`,
      [subjectId],
    );
    return rows.map(({ photo_id }) => photo_id);
  }

  private async ratingsOf(reports: readonly Report[]) {
    const reported = new Map(reports.flatMap(({ ratingId, photoId }) => (ratingId ? [[ratingId, photoId]] : [])));
    if (reported.size === 0) return [];
    const rows = await this.database.query<{
      submission_id: string;
      photo_id: string;
      score: number | null;
      comments: [number, number, number][];
      accepted_at: Date;
      is_profile: boolean;
    }>(
      `select submission_id, photo_id, score, comments, accepted_at, false as is_profile from received_rating
        where submission_id = any ($1::uuid[])
       union all select r.submission_id, (g.photo_ids->>0)::uuid, null, r.comments, r.accepted_at, true
         from profile_rating r join profile_assessment g using (profile_assessment_id)
        where r.submission_id = any ($1::uuid[]) and g.photo_ids->>0 is not null
       order by accepted_at desc`,
      [`{${[...reported.keys()].join(',')}}`],
    );
    const named = rows.filter((row) => row.is_profile || reported.get(row.submission_id) === row.photo_id);
    return named.map(({ submission_id: ratingId, photo_id: photoId, score, comments, accepted_at }) => ({
      ...{ ratingId, photoId, score, comments },
      ratedAt: accepted_at.toISOString(),
    }));
  }
}

/** Returns the newest decision first. A pending or dropped closure is shown as a decision. */
function decisionsOf(state: KnownCase, words: ReadonlyMap<string, string>, mayUndo: boolean) {
  const { statementId: undoable } = state.proposal ?? newestDecision(state) ?? {};
  const canBeUndone = (statementId: string) => mayUndo && statementId === undoable;
  const decisions = state.decisions.map((made) => ({
    ...shownDecision(made, words),
    canBeUndone: canBeUndone(made.statementId),
  }));
  const waiting = state.proposal ? [{ ...state.proposal, droppedAt: null }] : [];
  const closures = [...state.dropped, ...waiting].map(({ statementId, rule, proposedBy, proposedAt, droppedAt }) => ({
    ...{ statementId, decision: 'closeAccount', rule, decidedBy: proposedBy, decidedAt: proposedAt, until: null },
    ...{ confirmedBy: null, undoneAt: droppedAt, canBeUndone: canBeUndone(statementId), appeal: null },
    ...wordsOn(statementId, words),
  }));
  return [...decisions, ...closures].toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : -1));
}

function shownDecision(made: DecisionRecord, words: ReadonlyMap<string, string>) {
  const { statementId, decision, rule, decidedBy, decidedAt, until, confirmedBy, undoneAt, appeal } = made;
  return {
    ...{ statementId, decision, rule, decidedBy, decidedAt, until, confirmedBy, undoneAt },
    ...wordsOn(statementId, words),
    appeal: appeal && {
      text: words.get(appealTextId(statementId)) ?? null,
      filedAt: appeal.filedAt,
      outcome: appeal.outcome,
      reasons: (appeal.answerId && words.get(appeal.answerId)) || null,
      decidedBy: appeal.decidedBy,
      decidedAt: appeal.decidedAt,
    },
  };
}

const wordsOn = (statementId: string, words: ReadonlyMap<string, string>) => ({
  reasons: words.get(statementId) ?? null,
  secondReasons: words.get(secondTextId(statementId)) ?? null,
  undoReasons: words.get(undoingTextId(statementId)) ?? null,
});

const withReporter = ({ reporterId, standing, isNew, isCounted, linkedReporterIds }: Report) =>
  reporterId === null ? [] : [{ reporterId, standing: standing ?? 'good', isNew, isCounted, linkedReporterIds }];

interface QueueRow {
  state: KnownCase;
  exact_at: string;
  is_reporter: boolean;
}

type PageRequest = Sent<typeof rpc.listCases>;

/** True if the viewer reported in the case. Reads the reports, because the state of a case names no reporter. */
const isReporter = (viewer: string) =>
  `exists (select from moderation_report r where r.case_id = c.case_id and r.reporter_id = ${viewer}::uuid) as is_reporter`;

const waitingSql = `select state, ${exactTime('due_at')} as exact_at, ${isReporter('$5')} from moderation_case c
  where status <> 'decided' and subject_id is distinct from $5::uuid and ($1::int is null or (severity, due_at, case_id) > ($1::int, $2::timestamptz, $3::uuid))
  order by severity, due_at, case_id limit $4::int`;

const newestSql = (
  isDecided: boolean,
) => `select state, ${exactTime(isDecided ? 'decided_at' : 'opened_at')} as exact_at, ${isReporter('$4')}
  from moderation_case c
  where ${isDecided ? `decided_at is not null and status = 'decided'` : 'true'} and subject_id is distinct from $4::uuid
    and ($1::timestamptz is null or (${isDecided ? 'decided_at' : 'opened_at'}, case_id) < ($1::timestamptz, $2::uuid))
  order by ${isDecided ? 'decided_at' : 'opened_at'} desc, case_id desc limit $3::int`;

@Controller()
export class CaseQueueQuery {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Waiting cases are ordered by severity, then by due time; all others from newest to oldest. Omits cases about the viewer.
   * @throws DomainError VALIDATION_FAILED
   */
  @RpcHandler(rpc.listCases)
  async page(request: PageRequest, context: PersonContext) {
    const { limit, status } = request;
    const viewer = moderatorOf(context);
    const at = this.clock().toISOString();
    const rows = await (status === 'waiting'
      ? this.waiting(request, viewer.moderatorId)
      : this.newest(request, status === 'decided', viewer.moderatorId));
    const { shown, nextCursor } = cutPage(rows, limit, ({ state }) => [state.caseId]);
    return {
      cases: shown.map(({ state, is_reporter }) => {
        const summary = summaryOf(state, viewer, at);
        return { ...summary, mayDecide: summary.mayDecide && !is_reporter };
      }),
      // The cursor of waiting cases starts with the severity, because they are ordered by severity first.
      nextCursor: nextCursor && status === 'waiting' ? `${shown.at(-1)!.state.severity}.${nextCursor}` : nextCursor,
      ...(await this.counts(viewer.moderatorId, at)),
    };
  }

  private async counts(viewerId: string, at: string): Promise<{ waiting: number; overdue: number }> {
    const [row] = await this.database.query<{ waiting: number; overdue: number }>(
      `select count(*)::int as waiting, (count(*) filter (where due_at < $1::timestamptz))::int as overdue
        from moderation_case where status <> 'decided' and subject_id is distinct from $2::uuid`,
      [at, viewerId],
    );
    return row!;
  }

  private waiting({ cursor, limit }: PageRequest, viewerId: string): Promise<QueueRow[]> {
    const after = cursor === undefined ? [null, ...placeAfter(undefined)] : placeOf(cursor);
    return this.database.query<QueueRow>(waitingSql, [...after, limit + 1, viewerId]);
  }

  private newest({ cursor, limit }: PageRequest, isDecided: boolean, viewerId: string): Promise<QueueRow[]> {
    return this.database.query<QueueRow>(newestSql(isDecided), [...placeAfter(cursor), limit + 1, viewerId]);
  }
}

/** Severity, time and id of the last case of the page before. */
function placeOf(cursor: string): unknown[] {
  const [, severity, rest] = /^([1-4])\.(.+)$/.exec(cursor) ?? [];
  if (severity === undefined || rest === undefined) throw badCursor();
  return [Number(severity), ...placeAfter(rest)];
}

export const moderatorOf = ({ userId: moderatorId, roles }: PersonContext): Moderator => ({
  moderatorId,
  isEvidenceStaff: belongsToStaff('evidence', roles),
});

/**
 * Anybody can send notices, so a page begins with what they must not bury: reports that wait, then those that count
 * towards a hold, then by severity, then the oldest.
 *
 * @param cursor the last report of the page before
 * @throws DomainError VALIDATION_FAILED for a cursor that is no report of the case
 */
function pageOfReports(
  reports: readonly Report[],
  cursor: string | undefined,
): { page: Report[]; nextReports: string | null } {
  const ordered = reports.toSorted((a, b) => rankOf(a) - rankOf(b));
  const start = ordered.findIndex(({ reportId }) => reportId === cursor) + 1;
  if (cursor !== undefined && start === 0) throw badCursor();
  const end = start + MODERATION.reportsPerPage;
  return {
    page: ordered.slice(start, end),
    nextReports: end < ordered.length ? ordered[end - 1]!.reportId : null,
  };
}

const rankOf = ({ answeredBy, isCounted, reason }: Report): number =>
  (answeredBy === null ? 0 : 100) + (isCounted ? 0 : 10) + CASE_URGENCY[reason].severity;
