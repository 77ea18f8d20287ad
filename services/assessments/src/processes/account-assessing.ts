import { type AccountAssessing, type CaseId, type PersonContext, accountAssessingRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { findJudged } from '../assessor-quality/standings.js';
import { isoTime } from '../kernel/paging.js';
import { isUnderLegalHold, type KnownCase } from '../moderation/case-state.js';
import { statusOf } from '../moderation/read-model.js';

type Assessing = z.infer<typeof AccountAssessing>;

const photosSql = `select o.photo_assessment_id as "photoAssessmentId", count(*)::int as photos, sum(o.accepted)::int as ratings,
    sum(o.test_limit)::int as limit, ${isoTime('min(o.waiting_since)')} as since, bool_or(not o.is_open) as "isHeld"
  from photo_score s join open_assessment o using (assessment_id) where s.owner_id = $1::uuid and s.running
  group by o.photo_assessment_id order by min(o.waiting_since) desc limit 50`;

const profilesSql = `select test_times_rated as ratings, test_limit as limit, ${isoTime('started_at')} as since,
    not is_open as "isHeld"
  from profile_assessment where owner_id = $1::uuid and status = 'running' order by started_at desc limit 50`;

const casesSql = 'select state from moderation_case where subject_id = $1::uuid order by opened_at desc limit 50';

/** Facts that support sees beside the money of an account. */
@Controller()
export class AccountAssessingQuery {
  constructor(private readonly database: Database) {}

  @RpcHandler(rpc.getAccountAssessing)
  async getAccountAssessing({ userId }: Sent<typeof rpc.getAccountAssessing>, context: PersonContext) {
    const [assessments, profiles, standing, cases] = await Promise.all([
      this.database.query<Assessing['assessments'][number]>(photosSql, [userId]),
      this.database.query<Assessing['profiles'][number]>(profilesSql, [userId]),
      findJudged(this.database, userId),
      this.database.query<{ state: KnownCase }>(casesSql, [userId]),
    ]);
    const shown = context.userId === userId ? [] : cases.filter(({ state }) => !isUnderLegalHold(state));
    return {
      ...{ assessments, profiles, standing: standing ?? null },
      cases: shown.map(({ state }) => ({
        ...{ caseId: state.caseId as CaseId, kind: state.kind, openedAt: state.openedAt },
        ...{ status: statusOf(state), isHeld: state.hold !== null },
      })),
    };
  }
}
