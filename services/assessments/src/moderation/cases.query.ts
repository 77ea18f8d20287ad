import type { CaseDetail, ModerationCase } from '@candid/contracts';
import { Commands, DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { caseStreams, ownerStreams, reporterStreams } from '../aggregates.js';
import { decodeExportCursor, encodeExportCursor, exactTime } from '../export-cursor.js';
import { isSuspended } from '../owner/domain/state.js';
import { casePolicy } from './case-policy.js';
import { tookPart } from './domain/appeals.js';
import { caseUnknown } from './domain/errors.js';
import { isOwnMatter, liveClaim } from './domain/moderators.js';
import { weightAt } from './domain/reporter.js';
import { patternOf } from './domain/reporters.js';
import { isUnderLegalHold, type KnownCase, openAppeal, type Report } from './domain/state.js';
import { byGravity, reasonsWaiting } from './domain/urgency.js';
import { appealTextId } from './file-appeal.js';
import { statusOf } from './moderation.projection.js';
import { textsOfCase } from './moderation-texts.rows.js';

export interface Viewer {
  userId: string;
  /** May see what was passed on. */
  isEvidenceStaff: boolean;
}

interface QueueRow {
  state: KnownCase;
  exact_at: string;
}

interface PageRequest {
  status: 'waiting' | 'decided' | 'all';
  cursor?: string | undefined;
  limit: number;
}

const waitingSql = `select state, ${exactTime('opened_at')} as exact_at from moderation_case
  where status <> 'decided' and ($1::int is null or (severity, opened_at, case_id) > ($1::int, $2::timestamptz, $3::uuid))
  order by severity, opened_at, case_id limit $4::int`;

const newestSql = (
  isDecided: boolean,
) => `select state, ${exactTime(isDecided ? 'decided_at' : 'opened_at')} as exact_at
  from moderation_case
  where ${isDecided ? `decided_at is not null and status = 'decided'` : 'true'}
    and ($1::timestamptz is null or (${isDecided ? 'decided_at' : 'opened_at'}, case_id) < ($1::timestamptz, $2::uuid))
  order by ${isDecided ? 'decided_at' : 'opened_at'} desc, case_id desc limit $3::int`;

const badCursor = (): DomainError => {
  const message = 'This is not a cursor of this list.';
  return new DomainError('VALIDATION_FAILED', message, [{ field: 'cursor', message }]);
};

/** The queue and the cases of the moderation desk. */
@Injectable()
export class CasesQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Waiting ones: the gravest first, then the oldest. All others: the newest first. @throws DomainError VALIDATION_FAILED */
  async page(request: PageRequest) {
    const { limit, status } = request;
    const rows = await (status === 'waiting' ? this.waiting(request) : this.newest(request, status === 'decided'));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      cases: shown.map(({ state }) => this.summaryOf(state)),
      nextCursor: hasMore ? cursorAfter(last, status) : null,
      ...(await this.counts()),
    };
  }

  /**
   * @param isEvidence whether what was passed on is asked for: then nothing else is answered
   * @throws DomainError NOT_FOUND
   */
  async detail(caseId: string, viewer: Viewer, isEvidence = false): Promise<CaseDetail> {
    const { state } = await this.commands.load(caseStreams, caseId);
    if (state.status === 'unknown') throw caseUnknown();
    const isClosed = isUnderLegalHold(state);
    if (isEvidence && !isClosed) throw caseUnknown();
    const maySee = !isClosed || isEvidence;
    const words = maySee ? await textsOfCase(sessionOfClient(this.store.pool), caseId) : new Map<string, string>();
    const reports = maySee ? state.reports : [];
    return {
      ...this.summaryOf(state),
      detail: await Promise.all(reports.map((report) => this.reportOf(report, words, reports))),
      screening: maySee ? state.findings.map(({ finding }) => finding) : [],
      decisions: decisionsOf(state, words),
      subject: state.subjectId === null ? null : await this.historyOf(state.subjectId, caseId),
      pattern: patternOf(reports.flatMap(withReporter)),
      ratings: maySee ? await this.ratingsOf(state) : [],
      mayDecide: mayDecide(state, viewer),
    } as CaseDetail;
  }

  private summaryOf(state: KnownCase): ModerationCase {
    const { caseId, kind, severity, hold, openedAt, dueAt, subjectId, photoId } = state;
    const claim = liveClaim(state, this.clock().toISOString());
    const waiting = reasonsWaiting(state, casePolicy);
    const found = state.findings.length > 0 ? (['screening'] as const) : [];
    const all = byGravity([...state.reports.map(({ reason }) => reason), ...found], casePolicy);
    return {
      caseId,
      kind,
      status: statusOf(state),
      severity,
      reasons: waiting.length > 0 ? waiting : all,
      reports: state.reports.length,
      isHeld: hold !== null,
      openedAt,
      dueAt,
      claimedBy: claim?.moderatorId ?? null,
      claimedUntil: claim?.until ?? null,
      subjectId,
      photoId,
      isUnderLegalHold: isUnderLegalHold(state),
    } as ModerationCase;
  }

  private async counts(): Promise<{ waiting: number; overdue: number }> {
    const { rows } = await this.store.pool.query<{ waiting: number; overdue: number }>(
      `select count(*)::int as waiting, (count(*) filter (where due_at < $1::timestamptz))::int as overdue
        from moderation_case where status <> 'decided'`,
      [this.clock().toISOString()],
    );
    return rows[0]!;
  }

  private async waiting({ cursor, limit }: PageRequest): Promise<QueueRow[]> {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const values = [after?.severity ?? null, after?.at ?? null, after?.caseId ?? null, limit + 1];
    return (await this.store.pool.query<QueueRow>(waitingSql, values)).rows;
  }

  private async newest({ cursor, limit }: PageRequest, isDecided: boolean): Promise<QueueRow[]> {
    const before = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const values = [before?.at ?? null, before?.ids[0] ?? null, limit + 1];
    return (await this.store.pool.query<QueueRow>(newestSql(isDecided), values)).rows;
  }

  private async reportOf(report: Report, words: ReadonlyMap<string, string>, all: readonly Report[]) {
    const { reportId, reason, reportedAt, reporterId, noticeId, isCounted } = report;
    return {
      ...{ reportId, reason, reportedAt, reporterId, noticeId, isCounted },
      text: words.get(reportId) ?? null,
      history: reporterId === null ? null : await this.reporterOf(reporterId, report, all),
    };
  }

  private async reporterOf(reporterId: string, { standing, isNew }: Report, all: readonly Report[]) {
    const { state } = await this.commands.load(reporterStreams, reporterId);
    const answers = Object.values(state.answers);
    const upheld = answers.filter(({ isUpheld }) => isUpheld).length;
    const linked = all.filter((other) => other.reporterId !== null && other.reporterId !== reporterId);
    const own = all.find((other) => other.reporterId === reporterId)!;
    return {
      upheld,
      rejected: answers.length - upheld,
      // To two decimals: it decays with every moment.
      weight: Math.round(weightAt(state, this.clock().toISOString()) * 100) / 100,
      standing: standing ?? 'good',
      isNew,
      linkedReporters: linked.filter(
        (other) => own.linkedReporterIds.includes(other.reporterId!) || other.linkedReporterIds.includes(reporterId),
      ).length,
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
    const isOut = isSuspended(state, this.clock().toISOString());
    return {
      decisions: decisions.map(({ case_id, decision, rule, issued_at }) => ({
        ...{ caseId: case_id, decision, rule },
        decidedAt: issued_at.toISOString(),
      })),
      openCases: open[0]!.open,
      suspendedUntil: isOut ? (state.suspension?.until ?? null) : null,
      isClosed: isOut && state.suspension?.until === null,
    };
  }

  private async ratingsOf({ reports }: KnownCase) {
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
       order by accepted_at desc limit 50`,
      [`{${[...reported.keys()].join(',')}}`],
    );
    const named = rows.filter((row) => row.is_profile || reported.get(row.submission_id) === row.photo_id);
    return named.map(({ submission_id: ratingId, photo_id: photoId, score, comments, accepted_at }) => ({
      ...{ ratingId, photoId, score, comments },
      ratedAt: accepted_at.toISOString(),
    }));
  }
}

function mayDecide(state: KnownCase, { userId, isEvidenceStaff }: Viewer): boolean {
  if (isOwnMatter(state, userId) || (isUnderLegalHold(state) && !isEvidenceStaff)) return false;
  if (state.proposal) return state.proposal.proposedBy !== userId;
  const appealed = openAppeal(state);
  return !appealed || !tookPart(appealed, userId);
}

function decisionsOf(state: KnownCase, words: ReadonlyMap<string, string>) {
  const proposal = state.proposal && {
    ...state.proposal,
    ...{ decision: 'closeAccount', until: null, decidedBy: state.proposal.proposedBy },
    ...{ decidedAt: state.proposal.proposedAt, confirmedBy: null, undoneAt: null, appeal: null },
  };
  const all = [...state.decisions, ...(proposal ? [proposal] : [])].toReversed();
  return all.map((made, index) => {
    const { statementId, decision, rule, decidedBy, decidedAt, until, confirmedBy, undoneAt, appeal } = made;
    const canBeUndone = index === 0 && !state.proposal && undoneAt === null && appeal === null;
    return {
      ...{ statementId, decision, rule, decidedBy, decidedAt, until, confirmedBy, undoneAt, canBeUndone },
      reasons: words.get(statementId) ?? null,
      appeal: appeal && {
        text: words.get(appealTextId(statementId)) ?? null,
        filedAt: appeal.filedAt,
        outcome: appeal.outcome,
        reasons: (appeal.answerId && words.get(appeal.answerId)) || null,
        decidedBy: appeal.decidedBy,
        decidedAt: appeal.decidedAt,
      },
    };
  });
}

const withReporter = ({ reporterId, standing, isNew, isCounted, linkedReporterIds }: Report) =>
  reporterId === null ? [] : [{ reporterId, standing: standing ?? 'good', isNew, isCounted, linkedReporterIds }];

/** The waiting ones are in the order of severity first. */
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
