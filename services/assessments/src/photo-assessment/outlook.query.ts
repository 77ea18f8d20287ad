import {
  type AssessmentOutlook,
  type ExpectedRatings,
  type ExpectedTimes,
  type PhotoId,
  PRODUCT,
  assessmentsRpc as rpc,
} from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { LIMITS } from '../kernel/config.js';
import { audienceOf, descriptionOf, hasAudience, isOfAudience } from '../participants/audience.sql.js';

interface AudienceRow {
  seeks_gender: string | null;
  seeks_age_from: number | null;
  seeks_age_to: number | null;
  gender: string | null;
}

/** Times of the newest completions, by kind: those of the limit $1, and the time per assessor of all of them. */
const timesSql = `select c.is_audience_first as "isAudienceFirst", count(*) filter (where c.test_limit = $1::int)::int as same,
    percentile_cont(0.5) within group (order by c.first_minutes) as first,
    percentile_cont(0.5) within group (order by c.minutes / c.test_limit) * $1::int as paced,
    percentile_cont(0.5) within group (order by c.minutes) filter (where c.test_limit = $1::int) as median,
    percentile_cont(0.8) within group (order by c.minutes) filter (where c.test_limit = $1::int) as percentile80
  from (values (true), (false)) kind (is_audience_first)
  cross join lateral (select t.is_audience_first, t.test_limit, extract(epoch from t.completed_at - t.started_at) / 60 as minutes,
      extract(epoch from t.first_rated_at - t.started_at) / 60 as first_minutes
    from completed_assessment t where t.is_audience_first = kind.is_audience_first and t.completed_at > $2::timestamptz
    order by t.completed_at desc limit ${LIMITS.outlookCompletionsMax}) c
  group by c.is_audience_first having count(*) >= ${LIMITS.outlookCompletionsMin}`;

interface TimesRow {
  isAudienceFirst: boolean;
  same: number;
  first: number;
  paced: number;
  median: number | null;
  percentile80: number | null;
}

const runningSql = `select s.photo_id as "photoId", o.test_limit as "testLimit", o.accepted, o.next_since as "nextSince",
    f.assessment_id is not null as "isAudienceFirst"
  from photo_score s join open_assessment o using (assessment_id) left join audience_first f using (assessment_id)
  where s.owner_id = $1::uuid and s.running and o.is_open and o.accepted < o.test_limit`;

interface RunningRow {
  photoId: PhotoId;
  testLimit: number;
  accepted: number;
  nextSince: Date;
  isAudienceFirst: boolean;
}

const audience = {
  seeksGender: '$2::text',
  seeksAgeFrom: '$3::int',
  seeksAgeTo: '$4::int',
  gender: '$5::text',
};

/** Counts the assessors who rated after $7, among a limited part of the audience. Stops at the number that counts as `many`. */
const activeSql = `select from (select a.user_id from participant a
    where a.is_approved and not a.has_left and a.user_id <> $1::uuid and ${isOfAudience(descriptionOf('a'), audience, '$6::timestamptz')}
    limit ${LIMITS.outlookAssessorsMax}) a
  where exists (select from rated_owner r where r.assessor_id = a.user_id and r.last_rated_at > $7::timestamptz)
  limit ${LIMITS.audienceManyMin}`;

/** Predicts when ratings arrive: before an assessment starts, and while it runs. */
@Controller()
export class OutlookQuery {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getAssessmentOutlook)
  async of({ userId, testLimit }: Sent<typeof rpc.getAssessmentOutlook>): Promise<AssessmentOutlook> {
    const now = this.clock();
    const [times, audience] = await Promise.all([
      timesOf(this.database, testLimit, now),
      activeAudience(this.database, userId, now),
    ]);
    return { ...times, audience };
  }

  /** Leaves out photos that assessors do not see now. An instant in the past means: later than usual. */
  @RpcHandler(rpc.getExpectedRatings)
  async expected({ userId }: Sent<typeof rpc.getExpectedRatings>): Promise<{ photos: ExpectedRatings[] }> {
    const now = this.clock();
    const rows = await this.database.query<RunningRow>(runningSql, [userId]);
    const limits = [...new Set(rows.map(({ testLimit }) => testLimit))];
    const times = new Map(
      await Promise.all(limits.map(async (limit) => [limit, await timesOf(this.database, limit, now)] as const)),
    );
    const photos = rows.map(({ photoId, testLimit, accepted, isAudienceFirst, nextSince }) => {
      const { first, all, isMeasured } = times.get(testLimit)![isAudienceFirst ? 'audienceFirst' : 'anyone'];
      const at = (minutes: number) => new Date(nextSince.getTime() + minutes * 60_000).toISOString();
      const each = all / testLimit;
      return {
        photoId,
        isMeasured,
        nextAt: at(accepted === 0 ? first : each),
        allAt: at(each * (testLimit - accepted)),
      };
    });
    return { photos };
  }
}

/**
 * Time in milliseconds during which only the owner's audience is offered an assessment. It is a fifth of the usual duration, so
 * that it hardly delays the assessment. Undefined if the owner names no audience.
 */
export async function audienceWindowMs(
  session: SqlSession,
  ownerId: string,
  testLimit: number,
  now: Date,
): Promise<number | undefined> {
  if (!(await audienceNamedBy(session, ownerId))) return undefined;
  return windowMsOf((await timesOf(session, testLimit, now)).anyone);
}

function windowMsOf({ all }: ExpectedTimes): number {
  const windowMs = Math.round(all * 60_000 * LIMITS.audienceWindowShare);
  return Math.min(LIMITS.audienceWindowMsMax, Math.max(LIMITS.audienceWindowMsMin, windowMs));
}

/** Times are the product's 10 minutes per assessor while too few assessments were completed lately. */
async function timesOf(session: SqlSession, testLimit: number, now: Date) {
  const rows = await session.query<TimesRow>(timesSql, [
    testLimit,
    new Date(now.getTime() - LIMITS.outlookWindowMs).toISOString(),
  ]);
  const ofKind = (isAudienceFirst: boolean) => measured(rows.find((row) => row.isAudienceFirst === isAudienceFirst));
  const planned = PRODUCT.minutesPerAssessor;
  const anyone = ofKind(false) ?? { first: planned, all: planned * testLimit, mostWithin: null, isMeasured: false };
  return { anyone, audienceFirst: ofKind(true) ?? delayed(anyone) };
}

function measured(row: TimesRow | undefined): ExpectedTimes | null {
  if (!row) return null;
  const isSame = row.same >= LIMITS.outlookCompletionsMin;
  const first = Math.max(1, Math.round(row.first));
  const all = Math.max(first, Math.round((isSame ? row.median : null) ?? row.paced));
  // The first ratings are those of all sizes, so they may be later than this size's completions.
  const mostWithin = isSame ? Math.max(all, Math.round(row.percentile80 ?? all)) : null;
  return { first, all, mostWithin, isMeasured: true };
}

/** An assessment that only the audience is offered at first takes as much longer as that time lasts. */
function delayed(anyone: ExpectedTimes): ExpectedTimes {
  return { ...anyone, all: Math.ceil(anyone.all + windowMsOf(anyone) / 60_000), mostWithin: null };
}

/** Returns `few`, `some` or `many`, because a number would reveal single people. `few` includes zero. */
async function activeAudience(session: SqlSession, ownerId: string, now: Date): Promise<AssessmentOutlook['audience']> {
  const wanted = await audienceNamedBy(session, ownerId);
  if (!wanted) return null;
  const active = await session.query(activeSql, [
    ...[ownerId, wanted.seeks_gender, wanted.seeks_age_from, wanted.seeks_age_to, wanted.gender],
    ...[now.toISOString(), new Date(now.getTime() - LIMITS.outlookActiveMs).toISOString()],
  ]);
  if (active.length >= LIMITS.audienceManyMin) return 'many';
  return active.length >= LIMITS.audienceSomeMin ? 'some' : 'few';
}

async function audienceNamedBy(session: SqlSession, ownerId: string): Promise<AudienceRow | undefined> {
  const [row] = await session.query<AudienceRow>(
    `select w.seeks_gender, w.seeks_age_from, w.seeks_age_to, w.gender from participant w
      where w.user_id = $1::uuid and ${hasAudience(audienceOf('w'))}`,
    [ownerId],
  );
  return row;
}
