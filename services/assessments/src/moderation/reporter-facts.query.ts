import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../config.js';
import type { ReporterFacts, StandingName } from './domain/reporters.js';

interface Row {
  standing: StandingName;
  is_new: boolean;
  linked: string[];
}

/** $1 the reporter, $2 who else reported it, $3 the latest approval of who is not new, $4 the least number of submissions. */
const factsSql = `select
    coalesce((select s.standing from assessor_standing s where s.assessor_id = $1::uuid), 'good') as standing,
    not exists (select from participant p where p.user_id = $1::uuid and p.is_approved and p.approved_at <= $3::timestamptz)
      or (select count(*) from (select from assessor_submission a where a.assessor_id = $1::uuid limit $4::int) few) < $4::int
      as is_new,
    array(select distinct other.user_id from linked_account own join linked_account other using (group_id)
      where own.user_id = $1::uuid and other.user_id <> $1::uuid and other.user_id = any ($2::uuid[]))::text[] as linked`;

/** What is known of a reporter when a report comes. */
@Injectable()
export class ReporterFactsQuery {
  constructor(
    @Inject(EventStore) private readonly store: Pick<EventStore, 'pool'>,
    @Inject(SETTINGS)
    private readonly settings: Pick<AssessmentsSettings, 'reporterAgeMinMs' | 'reporterSubmissionsMin'>,
  ) {}

  /** @param others who reported the same, by the case's own stream: the read model may not show yet who reports at the same time */
  async of(reporterId: string, others: readonly string[], now: Date): Promise<Omit<ReporterFacts, 'weight'>> {
    const { reporterAgeMinMs, reporterSubmissionsMin } = this.settings;
    const approvedBefore = new Date(now.getTime() - reporterAgeMinMs).toISOString();
    const values = [reporterId, `{${others.join(',')}}`, approvedBefore, reporterSubmissionsMin];
    const { rows } = await this.store.pool.query<Row>(factsSql, values);
    const { standing, is_new: isNew, linked: linkedReporterIds } = rows[0]!;
    return { standing, isNew, linkedReporterIds };
  }
}
