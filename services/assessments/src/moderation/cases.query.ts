import {
  belongsToStaff,
  CASE_URGENCY,
  type Decision,
  MODERATION,
  type PersonContext,
  moderationRpc as rpc,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { badCursor, cutPage, exactTime, isoTime, placeAfter } from '../kernel/paging.js';
import { ownerStreams } from '../owner/decide.js';
import { suspensionOf } from '../owner/owner.js';
import { caseUnknown, type Moderator, ownMatter } from './case.js';
import { isUnderLegalHold, type KnownCase, newestDecision, type Report } from './case-state.js';
import { caseStreams } from './decide.js';
import { canUndo } from './decide-case.js';
import { isEnoughToHold } from './hold-policy.js';
import { appealTextId, secondTextId, textsById, undoingTextId } from './moderation-texts.rows.js';
import { summaryOf } from './read-model.js';
import { linkedReportersOf, patternOf, reporterStreams, weightAt } from './reporter.js';

type Detail = Reply<typeof rpc.getCase>['case'];

@Injectable()
export class CasesQuery {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param isEvidence true for read-only access to a case under legal hold; any other case is then NOT_FOUND
   * @throws DomainError NOT_FOUND; FORBIDDEN for a case about the viewer, because it shows reporters; VALIDATION_FAILED
   */
  async detail(
    caseId: string,
    viewer: Moderator,
    { cursor, isEvidence = false }: { cursor?: string | undefined; isEvidence?: boolean } = {},
  ) {
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
    } as Detail;
  }

  private wordsOf({ decisions, dropped, proposal }: KnownCase, page: readonly Report[]): Promise<Map<string, string>> {
    const statements = [...decisions, ...dropped, ...(proposal ? [proposal] : [])];
    return textsById(this.database, [
      ...page.map(({ reportId }) => reportId),
      ...statements.flatMap(({ statementId: id }) => [id, secondTextId(id), undoingTextId(id), appealTextId(id)]),
      ...decisions.flatMap(({ appeal }) => appeal?.answerId ?? []),
    ]);
  }

  private async reportOf(report: Report, words: ReadonlyMap<string, string>, state: KnownCase, isEvidence: boolean) {
    const { reportId, reporterId, standing, isNew } = report;
    const shown = { ...report, holdsAtOnce: isEnoughToHold(report, state), text: words.get(reportId) ?? null };
    const reporter = reporterId === null ? undefined : (await this.commands.load(reporterStreams, reporterId)).state;
    // The identity of a deleted reporter is shown only in evidence under legal hold.
    if (reporterId === null || !reporter || (reporter.isForgotten && !isEvidence))
      return { ...shown, reporterId: null, history: null };
    const answers = Object.values(reporter.answers);
    const upheld = answers.filter(({ isUpheld }) => isUpheld).length;
    // The weight decays continuously; two decimals are enough.
    const weight = Math.round(weightAt(reporter, this.clock().toISOString()) * 100) / 100;
    const linkedReporters = linkedReportersOf(reporterId, state.reports.flatMap(withReporter));
    const rejected = answers.length - upheld;
    return { ...shown, history: { upheld, rejected, weight, standing: standing ?? 'good', isNew, linkedReporters } };
  }

  private async historyOf(subjectId: string, caseId: string) {
    const at = this.clock().toISOString();
    const [decisions, [open], { state }] = await Promise.all([
      this.database.query<NonNullable<Detail['subject']>['decisions'][number]>(
        `select case_id as "caseId", decision, rule, ${isoTime('issued_at')} as "decidedAt" from moderation_statement
          where subject_id = $1::uuid and ${recentDecisions('$2')}
          order by issued_at desc limit 50`,
        [subjectId, at],
      ),
      this.database.query<{ open: number }>(
        `select count(*)::int as open from moderation_case
          where subject_id = $1::uuid and status <> 'decided' and case_id <> $2::uuid`,
        [subjectId, caseId],
      ),
      this.commands.load(ownerStreams, subjectId),
    ]);
    const suspension = suspensionOf(state, at);
    return {
      decisions,
      openCases: open!.open,
      suspendedUntil: suspension?.until ?? null,
      isClosed: suspension?.until === null,
    };
  }

  /** Photos that assessors could see, if the case is about a whole account named by a notice. */
  private async accountPhotosOf({ kind, subjectId }: KnownCase): Promise<string[]> {
    if (kind !== 'notice' || subjectId === null) return [];
    const rows = await this.database.query<{ photo_id: string }>(
      `select distinct jsonb_array_elements_text(photo_ids) as photo_id from (
         select photo_ids from photo_assessment where owner_id = $1::uuid and status = 'started'
         union all select photo_ids from profile_assessment where owner_id = $1::uuid) assessed
       order by photo_id limit 50`,
      [subjectId],
    );
    return rows.map(({ photo_id }) => photo_id);
  }

  private ratingsOf(reports: readonly Report[]) {
    const reported = reports.filter(({ ratingId }) => ratingId !== null);
    return this.database.query<Detail['ratings'][number]>(
      `select submission_id as "ratingId", photo_id as "photoId", score, comments, ${isoTime('accepted_at')} as "ratedAt" from (
         select submission_id, photo_id, score, comments, accepted_at
           from unnest($1::uuid[], $2::uuid[]) as r (submission_id, photo_id) join received_rating using (submission_id, photo_id)
         union all select submission_id, (photo_ids->>0)::uuid, null, comments, accepted_at
           from profile_rating join profile_assessment using (profile_assessment_id)
          where submission_id = any ($1::uuid[]) and photo_ids->>0 is not null) rating
       order by accepted_at desc`,
      [reported.map(({ ratingId }) => ratingId), reported.map(({ photoId }) => photoId)],
    );
  }
}

/** Returns the newest decision first. A pending or dropped closure is shown as a decision. */
function decisionsOf(state: KnownCase, words: ReadonlyMap<string, string>, mayUndo: boolean) {
  const { statementId: undoable } = state.proposal ?? newestDecision(state) ?? {};
  const canBeUndone = (statementId: string) => mayUndo && statementId === undoable;
  const decisions = state.decisions.map((made) => ({
    ...made,
    canBeUndone: canBeUndone(made.statementId),
    ...wordsOn(made.statementId, words),
    appeal: made.appeal && {
      ...made.appeal,
      text: words.get(appealTextId(made.statementId)) ?? null,
      reasons: (made.appeal.answerId && words.get(made.appeal.answerId)) || null,
    },
  }));
  const waiting = state.proposal ? [{ ...state.proposal, droppedAt: null }] : [];
  const closures = [...state.dropped, ...waiting].map(({ statementId, rule, proposedBy, proposedAt, droppedAt }) => ({
    ...{ statementId, decision: 'closeAccount', rule, decidedBy: proposedBy, decidedAt: proposedAt, until: null },
    ...{ confirmedBy: null, undoneAt: droppedAt, canBeUndone: canBeUndone(statementId), appeal: null },
    ...wordsOn(statementId, words),
  }));
  return [...decisions, ...closures].toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : -1));
}

const wordsOn = (statementId: string, words: ReadonlyMap<string, string>) => ({
  reasons: words.get(statementId) ?? null,
  secondReasons: words.get(secondTextId(statementId)) ?? null,
  undoReasons: words.get(undoingTextId(statementId)) ?? null,
});

const withReporter = ({ reporterId, standing, isNew, isCounted, linkedReporterIds }: Report) =>
  reporterId === null ? [] : [{ reporterId, standing: standing ?? 'good', isNew, isCounted, linkedReporterIds }];

/** Decisions against a person that are in force and not older than twelve months at the time `at`. */
const recentDecisions = (at: string) => `decision not in ('hold', 'noViolation') and undone_at is null
  and issued_at > ${at}::timestamptz - interval '12 months'`;

/** Parameters: the viewer, the time, the limit, and the filter by reason, kind and subject; then the place of the page. */
const casesSql = (
  orderedBy: string,
  where: string,
  order: string,
) => `select state, ${exactTime(orderedBy)} as exact_at,
    exists (select from moderation_report r where r.case_id = c.case_id and r.reporter_id = $1::uuid) as is_reporter,
    array(select decision from moderation_statement s where s.subject_id = c.subject_id and s.case_id <> c.case_id
      and ${recentDecisions('$2')} order by issued_at desc limit 10) as earlier
  from moderation_case c
  where subject_id is distinct from $1::uuid and ($4::text is null or $4 = any (reasons))
    and ($5::text is null or kind = $5) and ($6::uuid is null or subject_id = $6::uuid) and ${where}
  order by ${order} limit $3::int`;

const waitingSql = casesSql(
  'due_at',
  `status <> 'decided' and ($7::int is null or (severity, due_at, case_id) > ($7::int, $8::timestamptz, $9::uuid))`,
  'severity, due_at, case_id',
);

const newestSql = (time: string, where: string) =>
  casesSql(
    time,
    `${where} and ($7::timestamptz is null or (${time}, case_id) < ($7::timestamptz, $8::uuid))`,
    `${time} desc, case_id desc`,
  );

const sqlOf = {
  waiting: waitingSql,
  decided: newestSql('decided_at', `decided_at is not null and status = 'decided'`),
  all: newestSql('opened_at', 'true'),
};

interface QueueRow {
  state: KnownCase;
  exact_at: string;
  /** Read from the reports, because the state of a case names no reporter. */
  is_reporter: boolean;
  earlier: Decision[];
}

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
  async page({ limit, status, cursor, reason, kind, subjectId }: Sent<typeof rpc.listCases>, context: PersonContext) {
    const viewer = moderatorOf(context);
    const { moderatorId } = viewer;
    const at = this.clock().toISOString();
    const isWaiting = status === 'waiting';
    const filter = [reason ?? null, kind ?? null, subjectId ?? null];
    const place = isWaiting ? placeOf(cursor) : placeAfter(cursor);
    const rows = await this.database.query<QueueRow>(sqlOf[status], [moderatorId, at, limit + 1, ...filter, ...place]);
    const { shown, nextCursor } = cutPage(rows, limit, ({ state }) => [state.caseId]);
    const [counts] = await this.database.query<{ waiting: number; overdue: number }>(
      `select count(*)::int as waiting, (count(*) filter (where due_at < $1::timestamptz))::int as overdue
        from moderation_case where status <> 'decided' and subject_id is distinct from $2::uuid`,
      [at, moderatorId],
    );
    return {
      cases: shown.map(({ state, is_reporter, earlier }) => {
        const summary = summaryOf(state, viewer, at);
        return { ...summary, earlier, mayDecide: summary.mayDecide && !is_reporter };
      }),
      nextCursor: nextCursor && isWaiting ? `${shown.at(-1)!.state.severity}.${nextCursor}` : nextCursor,
      ...counts!,
    };
  }
}

/** The cursor of waiting cases starts with the severity, because severity comes first in their order. */
function placeOf(cursor: string | undefined): unknown[] {
  if (cursor === undefined) return [null, ...placeAfter(undefined)];
  const [, severity, rest] = /^([1-4])\.(.+)$/.exec(cursor) ?? [];
  if (severity === undefined || rest === undefined) throw badCursor();
  return [Number(severity), ...placeAfter(rest)];
}

export const moderatorOf = ({ userId: moderatorId, roles }: PersonContext): Moderator => ({
  moderatorId,
  isEvidenceStaff: belongsToStaff('evidence', roles),
});

/**
 * Orders reports by four keys: waiting, counted towards a hold, more severe, older. Notices must not push reports to
 * later pages, because anybody can send many notices.
 * @param cursor id of the last report of the page before
 */
function pageOfReports(reports: readonly Report[], cursor: string | undefined) {
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
