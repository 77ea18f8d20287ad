import { EventStore } from '@candid/event-store';
import { CLOCK, type Clock, PLATFORM, type Platform } from '@candid/platform';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

const SEVERITIES = ['1', '2', '3', '4'];

/** How much waits at the moderation desk. Read when metrics are asked for; every replica tells the same. */
@Injectable()
export class ModerationMetrics implements OnApplicationBootstrap {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(PLATFORM) private readonly platform: Pick<Platform, 'metrics'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const { metrics } = this.platform;
    metrics.gaugeBy('moderation_cases_waiting', 'Cases that wait for a decision, by severity', 'severity', () =>
      this.waiting(),
    );
    const overdue = 'How long the target time of the most overdue case has passed; 0 if none is overdue';
    metrics.gaugeEach('moderation_oldest_overdue_seconds', overdue, [], async () => [
      { labels: {}, value: await this.overdueSeconds() },
    ]);
  }

  private async waiting(): Promise<Map<string, number>> {
    const { rows } = await this.store.pool.query<{ severity: string; waiting: number }>(
      `select severity::text, count(*)::int as waiting from moderation_case where status <> 'decided' group by 1`,
    );
    const none = SEVERITIES.map((severity): [string, number] => [severity, 0]);
    return new Map([...none, ...rows.map(({ severity, waiting }): [string, number] => [severity, waiting])]);
  }

  private async overdueSeconds(): Promise<number> {
    const { rows } = await this.store.pool.query<{ seconds: number | null }>(
      `select extract(epoch from $1::timestamptz - min(due_at))::float8 as seconds from moderation_case
        where status <> 'decided'`,
      [this.clock().toISOString()],
    );
    return Math.max(0, rows[0]?.seconds ?? 0);
  }
}
