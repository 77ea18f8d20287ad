import { CaseReason, Decision, MODERATION } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, PLATFORM, type Platform } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

const HOUR_MS = 3_600_000;

/** Photos that notices have held within the last hour. */
export const noticeHoldTable = `create table notice_hold (
  photo_id uuid not null,
  held_at timestamptz not null,
  primary key (photo_id, held_at)
)`;

const anHourBefore = (now: Date): string => new Date(now.getTime() - HOUR_MS).toISOString();

/**
 * Returns true if notices alone have held the maximum number of photos within an hour. Takes a lock until the
 * transaction ends, so that concurrent notices are counted one after the other.
 */
export async function isBreakerOpen(session: SqlSession, now: Date): Promise<boolean> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('notice holds', 0))`);
  return (await noticeHolds(session, now)) >= MODERATION.noticeHoldsPerHourMax;
}

async function noticeHolds(session: SqlSession, now: Date): Promise<number> {
  const [row] = await session.query<{ held: number }>(
    'select count(*)::int as held from notice_hold where held_at > $1::timestamptz',
    [anHourBefore(now)],
  );
  return row!.held;
}

/** Stores the hold, and removes holds that no longer count. */
export async function recordNoticeHold(session: SqlSession, photoId: string, now: Date): Promise<void> {
  await session.query('delete from notice_hold where held_at <= $1::timestamptz', [anHourBefore(now)]);
  await session.query('insert into notice_hold (photo_id, held_at) values ($1::uuid, $2::timestamptz)', [
    photoId,
    now.toISOString(),
  ]);
}

const SEVERITIES = ['1', '2', '3', '4'];

const waitingSql = `select severity::text as key, count(*)::int as value from moderation_case where status <> 'decided' group by 1`;

/** Excludes appeals, because they have their own target time. */
const oldestSql = `select severity::text as key, extract(epoch from $1::timestamptz - min(opened_at))::float8 as value
  from moderation_case where status in ('open', 'awaiting-second') group by 1`;

const overdueSql = `select greatest(0, extract(epoch from $1::timestamptz - min(due_at)))::float8 as seconds
  from moderation_case where status <> 'decided'`;

const reportsSql = 'select reason as key, count(*)::int as value from moderation_report group by 1';

/** The first reason in `about` is the most severe one. */
const holdsSql = `select about->>0 as key, count(*)::int as value from moderation_statement where decision = 'hold' group by 1`;
const decisionsSql = `select decision as key, count(*)::int as value from moderation_statement where decision <> 'hold' group by 1`;

/** Metrics of the moderation queue and its outcomes. They are read on each scrape, so every replica exposes the same values. */
@Injectable()
export class ModerationMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(PLATFORM) private readonly platform: Pick<Platform, 'metrics'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { metrics } = this.platform;
    metrics.gaugeBy('moderation_cases_waiting', 'Cases that wait for a decision, by severity', 'severity', () =>
      this.valuesOf(waitingSql, SEVERITIES),
    );
    const oldest = 'How long the oldest case without a decision has waited, by severity; 0 if none waits';
    metrics.gaugeBy('moderation_oldest_waiting_seconds', oldest, 'severity', () =>
      this.valuesOf(oldestSql, SEVERITIES, [this.clock().toISOString()]),
    );
    const overdue = 'How long the target time of the most overdue case has passed; 0 if none is overdue';
    metrics.gaugeEach('moderation_oldest_overdue_seconds', overdue, [], async () => [
      { labels: {}, value: await this.overdueSeconds() },
    ]);
    const byNotices = 'Photos that notices have held within an hour';
    metrics.gaugeEach('moderation_notice_holds', byNotices, [], async () => [
      { labels: {}, value: await noticeHolds(this.database, this.clock()) },
    ]);
    const reasons = CaseReason.options;
    this.counter('moderation_reports_total', 'Reports and notices, by reason', 'reason', reportsSql, reasons);
    this.counter('moderation_holds_total', 'Photos held, by the gravest reason', 'reason', holdsSql, reasons);
    this.counter('moderation_decisions_total', 'Decisions in effect', 'decision', decisionsSql, Decision.options);
  }

  private counter(name: string, help: string, label: string, sql: string, keys: readonly string[]): void {
    this.platform.metrics.counterEach(name, help, [label], async () =>
      [...(await this.valuesOf(sql, keys))].map(([key, value]) => ({ labels: { [label]: key }, value })),
    );
  }

  private async valuesOf(sql: string, keys: readonly string[], values: string[] = []): Promise<Map<string, number>> {
    const rows = await this.database.query<{ key: string; value: number }>(sql, values);
    const amounts = new Map(keys.map((key) => [key, 0]));
    for (const { key, value } of rows) amounts.set(key, value);
    return amounts;
  }

  private async overdueSeconds(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }>(overdueSql, [this.clock().toISOString()]);
    return row!.seconds;
  }
}
