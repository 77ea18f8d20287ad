import {
  MODERATION,
  moderationRpc,
  type OwnReport,
  reportsRpc as rpc,
  type Statement,
  type TransparencyReport,
} from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { cutPage, exactTime, placeAfter } from '../kernel/paging.js';
import { AppealTokens } from './appeal-tokens.js';
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

interface ReportRow {
  report_id: string;
  reason: OwnReport['reason'];
  exact_at: string;
  reported_at: Date;
  answered_by: string | null;
  is_upheld: boolean;
}

/** The case of a statement, or of the answer to its appeal. Undefined if the person may not learn of it. */
export async function placeOfStatement(session: SqlSession, statementId: string) {
  const [row] = await session.query<Row>(byIdSql, [statementId]);
  return row && { caseId: row.case_id, subjectId: row.subject_id };
}

/** Reads the statements that people receive about holds and decisions, and what became of their own reports. */
@Controller()
export class StatementsQuery {
  constructor(
    private readonly tokens: AppealTokens,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.listStatements)
  async ofPerson({ userId, cursor, limit }: Sent<typeof rpc.listStatements>) {
    const values = [userId, ...placeAfter(cursor), limit + 1];
    const rows = await this.database.query<Row & { exact_at: string }>(ofPersonSql, values);
    const { shown, nextCursor } = cutPage(rows, limit, ({ statement_id }) => [statement_id]);
    return { statements: await this.withWords(shown), nextCursor };
  }

  /** Newest first. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.listOwnReports)
  async reportsOf({ userId, cursor, limit }: Sent<typeof rpc.listOwnReports>) {
    const rows = await this.database.query<ReportRow>(reportsSql, [userId, ...placeAfter(cursor), limit + 1]);
    const { shown, nextCursor } = cutPage(rows, limit, ({ report_id }) => [report_id]);
    const ids = shown.map(({ report_id }) => report_id);
    const words = await textsById(this.database, ids);
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

  /** @throws DomainError NOT_FOUND for a token that this service did not sign */
  @RpcHandler(rpc.getStatementByToken)
  async byToken({ token }: Sent<typeof rpc.getStatementByToken>) {
    const statementId = this.tokens.statementOf(token);
    const statement = statementId === undefined ? undefined : await this.byId(statementId);
    if (!statement) throw new DomainError('NOT_FOUND', 'This link is not valid.');
    return { statement };
  }

  @RpcHandler(rpc.getStatementMail)
  async mail({ statementId }: Sent<typeof rpc.getStatementMail>) {
    const statement = (await this.byId(statementId)) ?? null;
    const appealToken = statement?.appealUntil ? this.tokens.of(statement.statementId) : null;
    return { statement, appealToken };
  }

  /** Finds a statement by its id or by the id of the answer to its appeal. Undefined if the person may not learn of it. */
  private async byId(statementId: string): Promise<Statement | undefined> {
    return (await this.withWords(await this.database.query<Row>(byIdSql, [statementId])))[0];
  }

  private async withWords(rows: readonly Row[]): Promise<Statement[]> {
    const ids = rows.flatMap((row) => [row.statement_id, ...(row.appeal_answer_id ? [row.appeal_answer_id] : [])]);
    const words = await textsById(this.database, ids);
    const now = this.clock();
    return rows.map((row) => statementOf(row, words, now));
  }
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

type Figures = Pick<
  TransparencyReport,
  | 'holds'
  | 'medianMsToDecide'
  | 'p95MsToDecide'
  | 'decidedLate'
  | 'undone'
  | 'openAtEnd'
  | 'appeals'
  | 'appealsGranted'
  | 'appealsRejected'
  | 'medianMsToDecideAppeals'
>;

const inSpan = (column: string): string => `${column} >= $1::timestamptz and ${column} < $2::timestamptz`;

const counted = (key: string, from: string): string =>
  `select ${key} as key, count(*)::int as count from ${from} group by 1 order by 2 desc, 1`;

/** Holds are interim measures, not decisions. Percentiles are PostgreSQL's `percentile_cont`. */
const decided = `moderation_statement where decision <> 'hold' and ${inSpan('issued_at')}`;
const ms = (to: string, from: string): string => `extract(epoch from ${to} - ${from})::float8 * 1000`;

const figuresSql = `select
    (select count(*)::int from moderation_statement where decision = 'hold' and ${inSpan('issued_at')}) as holds,
    (select percentile_cont(0.5) within group (order by ${ms('issued_at', 'opened_at')}) from ${decided}) as "medianMsToDecide",
    (select percentile_cont(0.95) within group (order by ${ms('issued_at', 'opened_at')}) from ${decided}) as "p95MsToDecide",
    (select count(*)::int from ${decided} and issued_at > due_at) as "decidedLate",
    (select count(*)::int from moderation_statement where decision <> 'hold' and ${inSpan('undone_at')}
      and appeal_granted is not true) as undone,
    (select count(*)::int from moderation_opening o where o.opened_at < $2::timestamptz
      and not exists (select from moderation_statement s where s.case_id = o.case_id and s.decision <> 'hold'
        and s.issued_at >= o.opened_at and s.issued_at < $2::timestamptz
        and (s.undone_at is null or s.appeal_granted or s.undone_at >= $2::timestamptz))) as "openAtEnd",
    (select count(*)::int from moderation_statement where ${inSpan('appealed_at')}) as appeals,
    (select count(*)::int from moderation_statement where appeal_granted and ${inSpan('appeal_decided_at')}) as "appealsGranted",
    (select count(*)::int from moderation_statement where not appeal_granted and ${inSpan('appeal_decided_at')}) as "appealsRejected",
    (select percentile_cont(0.5) within group (order by ${ms('appeal_decided_at', 'appealed_at')})
      from moderation_statement where ${inSpan('appeal_decided_at')}) as "medianMsToDecideAppeals"`;

/** Counts and durations for a transparency report. */
@Controller()
export class TransparencyQuery {
  constructor(private readonly database: Database) {}

  /**
   * Covers the days from `from`, included, to `to`, excluded, in UTC.
   * @throws DomainError VALIDATION_FAILED for an empty span
   */
  @RpcHandler(moderationRpc.transparencyReport)
  async of({ from, to }: Sent<typeof moderationRpc.transparencyReport>) {
    if (from >= to) {
      const message = 'The end has to be after the beginning.';
      throw new DomainError('VALIDATION_FAILED', message, [{ field: 'to', message }]);
    }
    const span = [`${from}T00:00:00Z`, `${to}T00:00:00Z`];
    const amounts = (text: string) => this.database.query<Amount>(text, span);
    const reported = `moderation_report where ${inSpan('reported_at')}`;
    const [[figures], reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule] = await Promise.all([
      this.database.query<Figures>(figuresSql, span),
      amounts(counted('reason', `${reported} and notice_id is null`)),
      amounts(counted('reason', `${reported} and notice_id is not null`)),
      amounts(counted('origin', `moderation_opening where ${inSpan('opened_at')}`)),
      amounts(counted('decision', decided)),
      amounts(counted('rule', `${decided} and rule is not null`)),
    ]);
    return {
      ...{ from, to, reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule },
      ...figures!,
    };
  }
}
