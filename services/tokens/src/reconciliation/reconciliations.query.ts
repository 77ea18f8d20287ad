import type { ReconciliationCheck, ReconciliationRun } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { Injectable } from '@nestjs/common';

interface RunRow {
  id: string;
  checked_at: Date;
  took_ms: number;
  ok: boolean;
  checks: (Partial<ReconciliationCheck> & Pick<ReconciliationCheck, 'name' | 'ok' | 'figure' | 'detail'>)[];
  chain_head: string;
}

const pageSql = `select id::text, checked_at, took_ms, ok, checks, chain_head from reconciliations
  where $1::bigint is null or reconciliations.id < $1::bigint order by reconciliations.id desc limit $2::int`;

/** The runs that were kept. */
@Injectable()
export class ReconciliationsQuery {
  constructor(private readonly store: EventStore) {}

  /** Newest first. */
  async newest(page: {
    cursor: string | undefined;
    limit: number;
  }): Promise<{ runs: ReconciliationRun[]; nextCursor: string | null }> {
    const { rows } = await this.store.pool.query<RunRow>(pageSql, [page.cursor ?? null, page.limit + 1]);
    const shown = rows.slice(0, page.limit);
    return { runs: shown.map(runOf), nextCursor: rows.length > page.limit ? shown.at(-1)!.id : null };
  }
}

function runOf({ checked_at, took_ms: tookMs, ok, checks, chain_head: chainHead }: RunRow): ReconciliationRun {
  return { checkedAt: checked_at.toISOString(), tookMs, ok, checks: checks.map(checkOf), chainHead };
}

/** Runs of earlier versions named no rows. */
const checkOf = (check: RunRow['checks'][number]): ReconciliationCheck => ({
  rows: [],
  healed: 0,
  runbook: check.name,
  ...check,
});
