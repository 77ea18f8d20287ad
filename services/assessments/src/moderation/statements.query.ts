import { MODERATION, type OwnReport, type Statement, type TransparencyReport } from '@candid/contracts';
import { DomainError, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { decodeExportCursor, encodeExportCursor, exactTime } from '../kernel/paging.js';
import { textsById } from './moderation-texts.rows.js';

interface Row {
  statement_id: string;
  case_id: string;
  subject_id: string | null;
  photo_id: string | null;
  decision: string;
  about: Statement['about'];
  rule: string | null;
  used_screening: boolean;
  issued_at: Date;
  until: Date | null;
  undone_at: Date | null;
  appealed_at: Date | null;
  appeal_granted: boolean | null;
  appeal_answer_id: string | null;
  appeal_decided_at: Date | null;
}

const columns = `statement_id, case_id, subject_id, photo_id, decision, about, rule, used_screening, issued_at, until, undone_at,
  appealed_at, appeal_granted, appeal_answer_id, appeal_decided_at`;

const ofPersonSql = `select ${columns}, ${exactTime('issued_at')} as exact_at
  from moderation_statement where subject_id = $1::uuid and is_told
    and ($2::timestamptz is null or (issued_at, statement_id) < ($2::timestamptz, $3::uuid))
  order by issued_at desc, statement_id desc limit $4::int`;

const reportsSql = `select report_id, reason, ${exactTime('reported_at')} as exact_at, reported_at, answered_by, is_upheld
  from moderation_report where reporter_id = $1::uuid
    and ($2::timestamptz is null or (reported_at, report_id) < ($2::timestamptz, $3::uuid))
  order by reported_at desc, report_id desc limit $4::int`;

const byIdSql = `select ${columns} from moderation_statement
  where (statement_id = $1::uuid or appeal_answer_id = $1::uuid) and is_told limit 1`;

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

/** Reads the statements that people receive about holds and decisions. */
@Injectable()
export class StatementsQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Newest first.
   * @throws DomainError VALIDATION_FAILED for an invalid cursor
   */
  async ofPerson(userId: string, page: PageRequest) {
    const values = valuesOf(userId, page);
    const { rows } = await this.store.pool.query<Row & { exact_at: string }>(ofPersonSql, values);
    const { shown, nextCursor } = pageOf(rows, page, ({ statement_id }) => statement_id);
    return { statements: await this.withWords(shown), nextCursor };
  }

  /** Finds a statement by its id or by the id of the answer to its appeal. Undefined if the person may not learn of it. */
  async byId(statementId: string): Promise<Statement | undefined> {
    const { rows } = await this.store.pool.query<Row>(byIdSql, [statementId]);
    return (await this.withWords(rows))[0];
  }

  async placeOf(statementId: string): Promise<{ caseId: string; subjectId: string | null } | undefined> {
    const { rows } = await this.store.pool.query<Row>(byIdSql, [statementId]);
    return rows[0] && { caseId: rows[0].case_id, subjectId: rows[0].subject_id };
  }

  /**
   * Newest first.
   * @throws DomainError VALIDATION_FAILED for an invalid cursor
   */
  async reportsOf(userId: string, page: PageRequest) {
    const { rows } = await this.store.pool.query<{
      report_id: string;
      reason: string;
      exact_at: string;
      reported_at: Date;
      answered_by: string | null;
      is_upheld: boolean;
    }>(reportsSql, valuesOf(userId, page));
    const { shown, nextCursor } = pageOf(rows, page, ({ report_id }) => report_id);
    const ids = shown.map(({ report_id }) => report_id);
    const words = await textsById(sessionOfClient(this.store.pool), ids);
    const reports = shown.map(
      ({ report_id, reason, reported_at, answered_by, is_upheld }) =>
        ({
          reportId: report_id,
          reason,
          text: words.get(report_id) ?? null,
          reportedAt: reported_at.toISOString(),
          outcome: answered_by === null ? 'open' : is_upheld ? 'upheld' : 'rejected',
        }) as OwnReport,
    );
    return { reports, nextCursor };
  }

  private async withWords(rows: readonly Row[]): Promise<Statement[]> {
    const ids = rows.flatMap((row) => [row.statement_id, ...(row.appeal_answer_id ? [row.appeal_answer_id] : [])]);
    const words = await textsById(sessionOfClient(this.store.pool), ids);
    const now = this.clock();
    return rows.map((row) => statementOf(row, words, now));
  }
}

function valuesOf(userId: string, { cursor, limit }: PageRequest) {
  const before = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
  return [userId, before?.at ?? null, before?.ids[0] ?? null, limit + 1];
}

function pageOf<Listed extends { exact_at: string }>(
  rows: Listed[],
  { limit }: PageRequest,
  idOf: (row: Listed) => string,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { shown, nextCursor: hasMore ? encodeExportCursor({ at: last.exact_at, ids: [idOf(last)] }) : null };
}

function statementOf(row: Row, words: ReadonlyMap<string, string>, now: Date): Statement {
  const appealUntil = new Date(row.issued_at.getTime() + MODERATION.appealMs);
  const isInFavour = row.decision === 'hold' || row.decision === 'noViolation';
  const canBeAppealed = !isInFavour && (row.undone_at === null || row.appealed_at !== null);
  return {
    statementId: row.statement_id,
    caseId: row.case_id,
    decision: row.decision,
    photoId: row.photo_id,
    about: row.about,
    rule: row.rule,
    reasons: appealUntil < now ? null : (words.get(row.statement_id) ?? null),
    usedScreening: row.used_screening,
    issuedAt: row.issued_at.toISOString(),
    until: row.until?.toISOString() ?? null,
    appealUntil: canBeAppealed ? appealUntil.toISOString() : null,
    appeal: row.appealed_at && {
      filedAt: row.appealed_at.toISOString(),
      outcome: row.appeal_granted === null ? null : row.appeal_granted ? 'granted' : 'rejected',
      reasons: (row.appeal_answer_id && words.get(row.appeal_answer_id)) ?? null,
      decidedAt: row.appeal_decided_at?.toISOString() ?? null,
    },
    undoneAt: row.undone_at?.toISOString() ?? null,
  } as Statement;
}

interface Amount {
  key: string;
  count: number;
}

interface Figures {
  holds: number;
  median_ms: number | null;
  p95_ms: number | null;
  late: number;
  undone: number;
  open_at_end: number;
  appeals: number;
  granted: number;
  rejected: number;
  appeal_median_ms: number | null;
}

const inSpan = (column: string): string => `${column} >= $1::timestamptz and ${column} < $2::timestamptz`;

const counted = (key: string, from: string): string =>
  `select ${key} as key, count(*)::int as count from ${from} group by 1 order by 2 desc, 1`;

/** Holds are interim measures, not decisions. Percentiles are PostgreSQL's `percentile_cont`. */
const decided = `moderation_statement where decision <> 'hold' and ${inSpan('issued_at')}`;
const ms = (to: string, from: string): string => `extract(epoch from ${to} - ${from})::float8 * 1000`;

const figuresSql = `select
    (select count(*)::int from moderation_statement where decision = 'hold' and ${inSpan('issued_at')}) as holds,
    (select percentile_cont(0.5) within group (order by ${ms('issued_at', 'opened_at')}) from ${decided}) as median_ms,
    (select percentile_cont(0.95) within group (order by ${ms('issued_at', 'opened_at')}) from ${decided}) as p95_ms,
    (select count(*)::int from ${decided} and issued_at > due_at) as late,
    (select count(*)::int from moderation_statement where decision <> 'hold' and ${inSpan('undone_at')}
      and appeal_granted is not true) as undone,
    (select count(*)::int from moderation_opening o where o.opened_at < $2::timestamptz
      and not exists (select from moderation_statement s where s.case_id = o.case_id and s.decision <> 'hold'
        and s.issued_at >= o.opened_at and s.issued_at < $2::timestamptz
        and (s.undone_at is null or s.appeal_granted or s.undone_at >= $2::timestamptz))) as open_at_end,
    (select count(*)::int from moderation_statement where ${inSpan('appealed_at')}) as appeals,
    (select count(*)::int from moderation_statement where appeal_granted and ${inSpan('appeal_decided_at')}) as granted,
    (select count(*)::int from moderation_statement where not appeal_granted and ${inSpan('appeal_decided_at')}) as rejected,
    (select percentile_cont(0.5) within group (order by ${ms('appeal_decided_at', 'appealed_at')})
      from moderation_statement where ${inSpan('appeal_decided_at')}) as appeal_median_ms`;

/** Counts and durations for a transparency report. */
@Injectable()
export class TransparencyQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /**
   * Covers the days from `from`, included, to `to`, excluded, in UTC.
   * @throws DomainError VALIDATION_FAILED for an empty span
   */
  async of({ from, to }: { from: string; to: string }): Promise<TransparencyReport> {
    if (from >= to) {
      const message = 'The end has to be after the beginning.';
      throw new DomainError('VALIDATION_FAILED', message, [{ field: 'to', message }]);
    }
    const span = [`${from}T00:00:00Z`, `${to}T00:00:00Z`];
    const amounts = async (text: string): Promise<Amount[]> => (await this.store.pool.query<Amount>(text, span)).rows;
    const reported = `moderation_report where ${inSpan('reported_at')}`;
    const [figures, reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule] = await Promise.all([
      this.store.pool.query<Figures>(figuresSql, span),
      amounts(counted('reason', `${reported} and notice_id is null`)),
      amounts(counted('reason', `${reported} and notice_id is not null`)),
      amounts(counted('origin', `moderation_opening where ${inSpan('opened_at')}`)),
      amounts(counted('decision', decided)),
      amounts(counted('rule', `${decided} and rule is not null`)),
    ]);
    const row = figures.rows[0]!;
    return {
      ...{ from, to, reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule },
      holds: row.holds,
      medianMsToDecide: row.median_ms,
      p95MsToDecide: row.p95_ms,
      decidedLate: row.late,
      appeals: row.appeals,
      appealsGranted: row.granted,
      appealsRejected: row.rejected,
      medianMsToDecideAppeals: row.appeal_median_ms,
      undone: row.undone,
      openAtEnd: row.open_at_end,
    };
  }
}
