import { type CaseDetail, MODERATION } from '@candid/contracts';
import { Commands, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { badCursor, decodeExportCursor, encodeExportCursor, exactTime } from '../kernel/paging.js';
import { ownerStreams } from '../owner/decide.js';
import { suspensionOf } from '../owner/owner.js';
import { caseUnknown, type Moderator, ownMatter } from './case.js';
import { type DecisionRecord, isUnderLegalHold, type KnownCase, newestDecision, type Report } from './case-state.js';
import { caseStreams } from './decide.js';
import { canUndo } from './decide-case.js';
import { casePolicy, isEnoughToHold } from './hold-policy.js';
import { appealTextId, secondTextId, textsById, undoingTextId } from './moderation-texts.rows.js';
import { summaryOf } from './read-model.js';
import { linkedReportersOf, patternOf, type ReporterState, reporterStreams, weightAt } from './reporter.js';

const ACCOUNT_PHOTOS_MAX = 50;

@Injectable()
export class CasesQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
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
    const mayUndo = !isEvidence && canUndo(state, viewer, at, casePolicy);
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
    return textsById(sessionOfClient(this.store.pool), ids);
  }

  private async reportOf(report: Report, words: ReadonlyMap<string, string>, state: KnownCase, isEvidence: boolean) {
    const { reportId, reason, reportedAt, reporterId, noticeId, isCounted } = report;
    const weight = { isCounted, holdsAtOnce: isEnoughToHold(report, state, casePolicy) };
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
    const [{ rows: decisions }, { rows: open }, { state }] = await Promise.all([
      this.store.pool.query<{ case_id: string; decision: string; rule: string | null; issued_at: Date }>(
        `select case_id, decision, rule, issued_at from moderation_statement
          where subject_id = $1::uuid and decision not in ('hold', 'noViolation') and undone_at is null
            and issued_at > $2::timestamptz - interval '12 months'
          order by issued_at desc limit 50`,
        [subjectId, this.clock().toISOString()],
      ),
      this.store.pool.query<{ open: number }>(
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
      openCases: open[0]!.open,
      suspendedUntil: suspension?.until ?? null,
      isClosed: suspension?.until === null,
    };
  }

  /** Photos that assessors could see, if the case is about a whole account that a notice names. */
  private async accountPhotosOf({ kind, subjectId }: KnownCase): Promise<string[]> {
    if (kind !== 'notice' || subjectId === null) return [];
    const { rows } = await this.store.pool.query<{ photo_id: string }>(
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
    const { rows } = await this.store.pool.query<{
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

interface PageRequest {
  status: 'waiting' | 'decided' | 'all';
  cursor?: string | undefined;
  limit: number;
}

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

@Injectable()
export class CaseQueueQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Waiting cases are ordered by severity, then by due time; all others from newest to oldest. Omits cases about the viewer.
   * @throws DomainError VALIDATION_FAILED
   */
  async page(request: PageRequest, viewer: Moderator) {
    const { limit, status } = request;
    const { moderatorId: viewerId } = viewer;
    const at = this.clock().toISOString();
    const rows = await (status === 'waiting'
      ? this.waiting(request, viewerId)
      : this.newest(request, status === 'decided', viewerId));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      cases: shown.map(({ state, is_reporter }) => {
        const summary = summaryOf(state, viewer, at);
        return { ...summary, mayDecide: summary.mayDecide && !is_reporter };
      }),
      nextCursor: hasMore ? cursorAfter(last, status) : null,
      ...(await this.counts(viewerId)),
    };
  }

  private async counts(viewerId: string): Promise<{ waiting: number; overdue: number }> {
    const { rows } = await this.store.pool.query<{ waiting: number; overdue: number }>(
      `select count(*)::int as waiting, (count(*) filter (where due_at < $1::timestamptz))::int as overdue
        from moderation_case where status <> 'decided' and subject_id is distinct from $2::uuid`,
      [this.clock().toISOString(), viewerId],
    );
    return rows[0]!;
  }

  private async waiting({ cursor, limit }: PageRequest, viewerId: string): Promise<QueueRow[]> {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const values = [after?.severity ?? null, after?.at ?? null, after?.caseId ?? null, limit + 1, viewerId];
    return (await this.store.pool.query<QueueRow>(waitingSql, values)).rows;
  }

  private async newest({ cursor, limit }: PageRequest, isDecided: boolean, viewerId: string): Promise<QueueRow[]> {
    const before = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const values = [before?.at ?? null, before?.ids[0] ?? null, limit + 1, viewerId];
    return (await this.store.pool.query<QueueRow>(newestSql(isDecided), values)).rows;
  }
}

/** The cursor of waiting cases starts with the severity, because they are ordered by severity first. */
function cursorAfter({ state, exact_at: at }: QueueRow, status: PageRequest['status']): string {
  const cursor = encodeExportCursor({ at, ids: [state.caseId] });
  return status === 'waiting' ? `${state.severity}.${cursor}` : cursor;
}

function placeOf(cursor: string): { severity: number; at: string; caseId: string } {
  const [, severity, rest] = /^([1-4])\.(.+)$/.exec(cursor) ?? [];
  if (severity === undefined || rest === undefined) throw badCursor();
  const { at, ids } = decodeExportCursor(rest, 1);
  return { severity: Number(severity), at, caseId: ids[0]! };
}

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
  (answeredBy === null ? 0 : 100) + (isCounted ? 0 : 10) + casePolicy.urgency[reason].severity;
