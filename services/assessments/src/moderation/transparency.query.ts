import type { TransparencyReport } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';

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

/** What a transparency report needs. */
@Injectable()
export class TransparencyQuery {
  constructor(@Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>) {}

  /** Of the days from `from` to before `to`, in UTC. @throws DomainError VALIDATION_FAILED for an empty span */
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
