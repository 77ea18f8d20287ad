import {
  MODERATION,
  moderationRpc,
  type OwnReport,
  reportsRpc as rpc,
  type Statement,
  type TransparencyReport,
} from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { cutPage, exactTime, isoTime, placeAfter } from '../kernel/paging.js';
import { AppealTokens } from './appeal-tokens.js';

interface Row extends Omit<Statement, 'appealUntil' | 'appeal'> {
  appealedAt: string | null;
  appealGranted: boolean | null;
  appealReasons: string | null;
  appealDecidedAt: string | null;
}

const textOf = (id: string): string => `(select text from moderation_text where text_id = ${id})`;

const columns = `statement_id as "statementId", case_id as "caseId", decision, photo_id as "photoId", about, rule,
  ${textOf('statement_id')} as reasons, used_screening as "usedScreening", ${isoTime('issued_at')} as "issuedAt",
  ${isoTime('until')} as until, ${isoTime('undone_at')} as "undoneAt", ${isoTime('appealed_at')} as "appealedAt",
  appeal_granted as "appealGranted", ${textOf('appeal_answer_id')} as "appealReasons",
  ${isoTime('appeal_decided_at')} as "appealDecidedAt"`;

const ofPersonSql = `select ${columns}, ${exactTime('issued_at')} as exact_at
  from moderation_statement where subject_id = $1::uuid and is_told
    and ($2::timestamptz is null or (issued_at, statement_id) < ($2::timestamptz, $3::uuid))
  order by issued_at desc, statement_id desc limit $4::int`;

const reportsSql = `select report_id as "reportId", reason, ${textOf('report_id')} as text,
    ${isoTime('reported_at')} as "reportedAt", ${exactTime('reported_at')} as exact_at,
    case when answered_by is null then 'open' when is_upheld then 'upheld' else 'rejected' end as outcome
  from moderation_report where reporter_id = $1::uuid
    and ($2::timestamptz is null or (reported_at, report_id) < ($2::timestamptz, $3::uuid))
  order by reported_at desc, report_id desc limit $4::int`;

const byIdSql = `select ${columns} from moderation_statement
  where (statement_id = $1::uuid or appeal_answer_id = $1::uuid) and is_told limit 1`;

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
    const { shown, nextCursor } = cutPage(rows, limit, ({ statementId }) => [statementId]);
    const now = this.clock();
    return { statements: shown.map((row) => statementOf(row, now)), nextCursor };
  }

  /** Newest first. @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.listOwnReports)
  async reportsOf({ userId, cursor, limit }: Sent<typeof rpc.listOwnReports>) {
    const values = [userId, ...placeAfter(cursor), limit + 1];
    const rows = await this.database.query<OwnReport & { exact_at: string }>(reportsSql, values);
    const { shown: reports, nextCursor } = cutPage(rows, limit, ({ reportId }) => [reportId]);
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

  /** The id may also be that of the answer to the appeal. Undefined if the person may not learn of the statement. */
  private async byId(statementId: string): Promise<Statement | undefined> {
    const [row] = await this.database.query<Row>(byIdSql, [statementId]);
    return row && statementOf(row, this.clock());
  }
}

function statementOf(row: Row, now: Date): Statement {
  const { appealedAt, appealGranted, appealReasons, appealDecidedAt, ...statement } = row;
  const appealUntil = new Date(Date.parse(row.issuedAt) + MODERATION.appealMs);
  const isInFavour = row.decision === 'hold' || row.decision === 'noViolation';
  const canBeAppealed = !isInFavour && (row.undoneAt === null || appealedAt !== null);
  return {
    ...statement,
    reasons: appealUntil < now ? null : row.reasons,
    appealUntil: canBeAppealed ? appealUntil.toISOString() : null,
    appeal: appealedAt && {
      filedAt: appealedAt,
      outcome: appealGranted === null ? null : appealGranted ? 'granted' : 'rejected',
      reasons: appealReasons,
      decidedAt: appealDecidedAt,
    },
  } as Statement;
}

type Figures = Omit<
  TransparencyReport,
  'from' | 'to' | 'reportsByReason' | 'noticesByReason' | 'casesByOrigin' | 'decisions' | 'decisionsByRule'
>;

const inSpan = (column: string): string => `${column} >= $1::timestamptz and ${column} < $2::timestamptz`;

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

@Controller()
export class TransparencyQuery {
  constructor(private readonly database: Database) {}

  /** `to` is excluded; days are in UTC. @throws DomainError VALIDATION_FAILED for an empty span */
  @RpcHandler(moderationRpc.transparencyReport)
  async of({ from, to }: Sent<typeof moderationRpc.transparencyReport>) {
    if (from >= to) {
      const message = 'The end has to be after the beginning.';
      throw new DomainError('VALIDATION_FAILED', message, [{ field: 'to', message }]);
    }
    const span = [`${from}T00:00:00Z`, `${to}T00:00:00Z`];
    const amounts = (key: string, of: string) =>
      this.database.query<{ key: string; count: number }>(
        `select ${key} as key, count(*)::int as count from ${of} group by 1 order by 2 desc, 1`,
        span,
      );
    const reported = `moderation_report where ${inSpan('reported_at')}`;
    const [[figures], reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule] = await Promise.all([
      this.database.query<Figures>(figuresSql, span),
      amounts('reason', `${reported} and notice_id is null`),
      amounts('reason', `${reported} and notice_id is not null`),
      amounts('origin', `moderation_opening where ${inSpan('opened_at')}`),
      amounts('decision', decided),
      amounts('rule', `${decided} and rule is not null`),
    ]);
    return { from, to, reportsByReason, noticesByReason, casesByOrigin, decisions, decisionsByRule, ...figures! };
  }
}
