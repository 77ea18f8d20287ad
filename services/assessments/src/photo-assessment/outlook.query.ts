import { type AssessmentOutlook, PRODUCT, assessmentsRpc as rpc } from '@candid/contracts';
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

const timesSql = `select c.is_audience_first, percentile_cont(array[0.5, 0.8]) within group (order by c.minutes) as minutes
  from (values (true), (false)) kind (is_audience_first)
  cross join lateral (select is_audience_first, extract(epoch from completed_at - started_at) / 60 as minutes
    from completed_assessment t where t.test_limit = $1::int and t.is_audience_first = kind.is_audience_first
      and t.completed_at > $2::timestamptz order by completed_at desc limit ${LIMITS.outlookCompletionsMax}) c
  group by c.is_audience_first having count(*) >= ${LIMITS.outlookCompletionsMin}`;

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

/** Predicts the duration of an assessment before it starts. Durations are null if too few assessments were completed recently. */
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
  const { anyone } = await timesOf(session, testLimit, now);
  const minutes = anyone?.median ?? testLimit * PRODUCT.minutesPerAssessor;
  const windowMs = Math.round(minutes * 60_000 * LIMITS.audienceWindowShare);
  return Math.min(LIMITS.audienceWindowMsMax, Math.max(LIMITS.audienceWindowMsMin, windowMs));
}

async function timesOf(session: SqlSession, testLimit: number, now: Date) {
  const rows = await session.query<{ is_audience_first: boolean; minutes: [number, number] }>(timesSql, [
    testLimit,
    new Date(now.getTime() - LIMITS.outlookWindowMs).toISOString(),
  ]);
  const ofKind = (isAudienceFirst: boolean): AssessmentOutlook['anyone'] => {
    const row = rows.find(({ is_audience_first }) => is_audience_first === isAudienceFirst);
    return row ? { median: Math.round(row.minutes[0]), percentile80: Math.round(row.minutes[1]) } : null;
  };
  return { anyone: ofKind(false), audienceFirst: ofKind(true) };
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
