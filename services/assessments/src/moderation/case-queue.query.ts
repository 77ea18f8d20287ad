import { EventStore } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { badCursor, decodeExportCursor, encodeExportCursor, exactTime } from '../export-cursor.js';
import { summaryOf } from './case-summary.js';
import type { KnownCase } from './domain/state.js';

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
  where status <> 'decided' and subject_id is distinct from $5::uuid and ($1::int is null or (severity, opened_at, case_id) > ($1::int, $2::timestamptz, $3::uuid))
  order by severity, opened_at, case_id limit $4::int`;

const newestSql = (
  isDecided: boolean,
) => `select state, ${exactTime(isDecided ? 'decided_at' : 'opened_at')} as exact_at
  from moderation_case
  where ${isDecided ? `decided_at is not null and status = 'decided'` : 'true'} and subject_id is distinct from $4::uuid
    and ($1::timestamptz is null or (${isDecided ? 'decided_at' : 'opened_at'}, case_id) < ($1::timestamptz, $2::uuid))
  order by ${isDecided ? 'decided_at' : 'opened_at'} desc, case_id desc limit $3::int`;

@Injectable()
export class CaseQueueQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Waiting cases are ordered by severity, then by age; all others from newest to oldest. Omits cases about the viewer.
   * @throws DomainError VALIDATION_FAILED
   */
  async page(request: PageRequest, viewerId: string) {
    const { limit, status } = request;
    const rows = await (status === 'waiting'
      ? this.waiting(request, viewerId)
      : this.newest(request, status === 'decided', viewerId));
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      cases: shown.map(({ state }) => summaryOf(state, this.clock().toISOString())),
      nextCursor: hasMore ? cursorAfter(last, status) : null,
      ...(await this.counts(viewerId)),
    };
  }

  private async counts(viewerId: string): Promise<{ waiting: number; overdue: number }> {
    const { rows } = await this.store.pool.query<{ waiting: number; overdue: number }>(
      `select count(*)::int as waiting, (count(*) filter (where due_at < $1::timestamptz))::int as overdue
        from moderation_case where status <> 'decided' and subject_id is distinct from $2::uuid`,
      [this.clock().toISOString(), viewerId],
    );
    return rows[0]!;
  }

  private async waiting({ cursor, limit }: PageRequest, viewerId: string): Promise<QueueRow[]> {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const values = [after?.severity ?? null, after?.at ?? null, after?.caseId ?? null, limit + 1, viewerId];
    return (await this.store.pool.query<QueueRow>(waitingSql, values)).rows;
  }

  private async newest({ cursor, limit }: PageRequest, isDecided: boolean, viewerId: string): Promise<QueueRow[]> {
    const before = cursor === undefined ? undefined : decodeExportCursor(cursor, 1);
    const values = [before?.at ?? null, before?.ids[0] ?? null, limit + 1, viewerId];
    return (await this.store.pool.query<QueueRow>(newestSql(isDecided), values)).rows;
  }
}

/** The cursor of waiting cases starts with the severity, because they are ordered by severity first. */
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
