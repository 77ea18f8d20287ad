import { type AccountAssessing, type PersonContext, accountAssessingRpc as rpc } from '@candid/contracts';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { findJudged } from '../assessor-quality/standings.js';
import { isoTime } from '../kernel/paging.js';
import { isUnderLegalHold, type KnownCase } from '../moderation/case-state.js';
import { summaryOf } from '../moderation/read-model.js';

type Assessing = z.infer<typeof AccountAssessing>;

const photosSql = `select photo_assessment_id as "photoAssessmentId", count(*)::int as photos, sum(accepted)::int as ratings,
    sum(test_limit)::int as limit, ${isoTime('min(waiting_since)')} as since, bool_or(not is_open) as "isHeld"
  from open_assessment where owner_id = $1::uuid and is_running
  group by photo_assessment_id order by min(waiting_since) desc limit 50`;

const profilesSql = `select test_times_rated as ratings, test_limit as limit, ${isoTime('started_at')} as since,
    not is_open as "isHeld"
  from profile_assessment where owner_id = $1::uuid and status = 'running' order by started_at desc limit 50`;

const casesSql = 'select state from moderation_case where subject_id = $1::uuid order by opened_at desc limit 50';

/** Facts that support sees beside the money of an account. */
@Controller()
export class AccountAssessingQuery {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getAccountAssessing)
  async getAccountAssessing({ userId }: Sent<typeof rpc.getAccountAssessing>, context: PersonContext) {
    const [assessments, profiles, standing, cases] = await Promise.all([
      this.database.query<Assessing['assessments'][number]>(photosSql, [userId]),
      this.database.query<Assessing['profiles'][number]>(profilesSql, [userId]),
      findJudged(this.database, userId),
      this.database.query<{ state: KnownCase }>(casesSql, [userId]),
    ]);
    const viewer = { moderatorId: context.userId, isEvidenceStaff: false };
    const at = this.clock().toISOString();
    const shown = context.userId === userId ? [] : cases.filter(({ state }) => !isUnderLegalHold(state));
    return {
      ...{ assessments, profiles, standing: standing ?? null },
      cases: shown.map(({ state }) => summaryOf(state, viewer, at)),
    };
  }
}
