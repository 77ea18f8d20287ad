import type { UserId } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

/** Outcomes of reports that no mail has informed the reporters of yet. */
export const reportOutcomesTables = [
  `create table report_outcomes (
    report_id uuid primary key,
    user_id uuid not null,
    is_upheld boolean not null,
    of_appeal boolean not null
  )`,
  'create index report_outcomes_user_id on report_outcomes (user_id)',
];

export interface ReportOutcome {
  isUpheld: boolean;
  /** Whether the outcome is the decision of an appeal. */
  ofAppeal: boolean;
}

/** The outcome of an appeal replaces an outcome that is still stored, never the reverse. */
export async function addReportOutcome(
  session: SqlSession,
  { reportId, userId, isUpheld, ofAppeal }: ReportOutcome & { reportId: string; userId: UserId },
): Promise<void> {
  await session.query(
    `insert into report_outcomes (report_id, user_id, is_upheld, of_appeal)
     values ($1::uuid, $2::uuid, $3::boolean, $4::boolean)
     on conflict (report_id) do update set is_upheld = excluded.is_upheld, of_appeal = excluded.of_appeal
       where not report_outcomes.of_appeal`,
    [reportId, userId, isUpheld, ofAppeal],
  );
}

/** Removes and returns the person's outcomes. */
export function takeReportOutcomes(session: SqlSession, userId: string): Promise<ReportOutcome[]> {
  return session.query<ReportOutcome>(
    `delete from report_outcomes where user_id = $1::uuid returning is_upheld as "isUpheld", of_appeal as "ofAppeal"`,
    [userId],
  );
}

export async function removeReportOutcomes(session: SqlSession, userId: string): Promise<void> {
  await session.query('delete from report_outcomes where user_id = $1::uuid', [userId]);
}
