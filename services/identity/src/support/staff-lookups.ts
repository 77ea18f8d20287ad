import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, type Counter, Metrics } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { rateLimited, TEXTS } from '../refusals.js';

type LookupKind = 'search' | 'reveal';
export type LookupsPerDay = Record<LookupKind, number>;
export const LOOKUPS_PER_DAY = Symbol('LookupsPerDay');

/** Bounds what one member of staff finds out about people in a day (UTC); the metric has an alert. */
@Injectable()
export class StaffLookups {
  private readonly lookups: Counter<'kind' | 'outcome'>;

  constructor(
    private readonly orm: MikroORM,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOOKUPS_PER_DAY) private readonly max: LookupsPerDay,
    metrics: Metrics,
  ) {
    const labels = ['kind', 'outcome'] as const;
    this.lookups = metrics.counter('support_lookups_total', 'Searches and reveals of staff, by outcome', labels);
    // From 0, or the alert misses the increase to the first refusal.
    for (const kind of Object.keys(max) as LookupKind[]) {
      for (const outcome of ['shown', 'refused']) this.lookups.inc({ kind, outcome }, 0);
    }
  }

  /** To be called before anything is shown. @throws DomainError `RATE_LIMITED` */
  async count(staffId: string, kind: LookupKind): Promise<void> {
    const now = this.clock();
    const isWithin = await countLookup(readSessionOf(this.orm), { staffId, kind, now, max: this.max[kind] });
    this.lookups.inc({ kind, outcome: isWithin ? 'shown' : 'refused' });
    if (isWithin) return;
    const tomorrow = new Date(now);
    tomorrow.setUTCHours(24, 0, 0, 0);
    throw rateLimited(TEXTS.tooManyLookups, tomorrow, now);
  }
}

/** @returns false, and counts nothing, if there were `max` on that day (UTC) */
async function countLookup(
  session: SqlSession,
  { staffId, kind, now, max }: { staffId: string; kind: LookupKind; now: Date; max: number },
): Promise<boolean> {
  const rows = await session.query(
    `insert into staff_lookups as known (user_id, kind, on_day) values ($1::uuid, $2, $3::date)
     on conflict (user_id, kind, on_day) do update set times = known.times + 1 where known.times < $4::int
     returning times`,
    [staffId, kind, now.toISOString().slice(0, 10), max],
  );
  return rows.length === 1;
}
