import type { SqlSession } from '@candid/event-store';
import { LIMITS } from '../config.js';
import type { AssessorRow } from './fair-scores.rows.js';

/**
 * Reads, in the caller's snapshot, what each assessor's row lacks to be the prior and the sum of its evidence. Aggregation adds
 * to a severity what it adds to the messages, so a correction stays valid while it goes on. An assessor without a
 * rating in the fitted year keeps the last severity.
 */
export async function* severityCorrections(
  session: SqlSession,
  severityVariance: number,
): AsyncGenerator<AssessorRow[]> {
  await session.query(
    `declare correction no scroll cursor for
     select * from (
       select e.assessor_id, e.ratings - coalesce(s.ratings, 0) as ratings, e.total - coalesce(s.total, 0) as total,
         e.squares - coalesce(s.squares, 0) as squares,
         1 / $1::float8 + e.precision - coalesce(s.precision, 0) as precision, e.shift - coalesce(s.shift, 0) as shift
       from (select assessor_id, count(*)::int as ratings, sum(score)::int as total, sum(score * score)::int as squares,
               sum(message_precision) as precision, sum(message_shift) as shift
             from rating_evidence group by assessor_id) e
       left join assessor_severity s using (assessor_id)
       where e.precision > 0
     ) c where ratings <> 0 or total <> 0 or squares <> 0 or abs(precision) > 1e-12 or abs(shift) > 1e-12
     order by assessor_id`,
    [severityVariance],
  );
  for (;;) {
    const page = await session.query<AssessorRow>(`fetch ${LIMITS.fitAssessorsPerPage} from correction`);
    if (page.length > 0) yield page;
    if (page.length < LIMITS.fitAssessorsPerPage) break;
  }
  await session.query('close correction');
}

export async function correctSeverities(session: SqlSession, corrections: readonly AssessorRow[]): Promise<void> {
  await session.query(
    `insert into assessor_severity as s (assessor_id, ratings, total, squares, precision, shift)
     select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::float8[])
     on conflict (assessor_id) do update set ratings = s.ratings + excluded.ratings, total = s.total + excluded.total,
       squares = s.squares + excluded.squares, precision = s.precision + excluded.precision, shift = s.shift + excluded.shift`,
    [
      corrections.map((row) => row.assessor_id),
      corrections.map((row) => Number(row.ratings)),
      corrections.map((row) => Number(row.total)),
      corrections.map((row) => Number(row.squares)),
      corrections.map((row) => Number(row.precision)),
      corrections.map((row) => Number(row.shift)),
    ],
  );
}
