import { LIMITS } from '@candid/assessments/kernel/config';
import { randomOf } from '@candid/testing/random';

export interface Week {
  /** Number of new assessments of one photo per hour. */
  startsPerHour: number;
  /** Number of ratings per hour that assessors give if there are enough photos. */
  ratingsPerHour: number;
  ratingsPerVisit: number;
  testLimit: number;
  /** Share of assessors who belong to an audience, 0–1. */
  audienceShare: number;
  /** Share of assessments that are offered to their audience first, 0–1. */
  firstShare: number;
}

interface WeekOutcome {
  /** Share of ratings by the audience, in assessments that are offered to the audience first. */
  audienceShare: number;
  /** Median minutes from start to completion of assessments with an audience. `otherMinutes`: of all others. */
  firstMinutes: number;
  otherMinutes: number;
  /** Ratings per visit of an assessor in the audience. `otherRatings`: of another assessor. */
  audienceRatings: number;
  otherRatings: number;
  /** Number of unfinished assessments that started at least a day before the end. */
  unfinished: number;
}

/** Twenty assessments of four ratings start per hour. A half, fifth, twentieth or none of assessors' time is free. */
export const weeks: Week[] = [0.5, 0.8, 0.95, 1].flatMap((busy) =>
  [0.1, 0.2].map((audienceShare) => ({
    startsPerHour: 20,
    ratingsPerHour: 80 / busy,
    ratingsPerVisit: 5,
    testLimit: 4,
    audienceShare,
    firstShare: 0.3,
  })),
);

interface Open {
  startedAt: number;
  wantsAudience: boolean;
  /** Minute until which only the audience is offered the assessment. */
  audienceUntil: number;
  accepted: number;
  ofAudience: number;
}

const weekMinutes = 7 * 24 * 60;
const minutesPerRating = 1;

/**
 * Simulates a week of Poisson arrivals under the feed's rules: audience first, then least served, then longest waiting.
 * A visiting assessor rates from the top of the feed, and has rated none of its photos before. An assessment with an
 * audience is offered only to that audience for a fifth of the usual duration, as in `audienceWindowMs`.
 * If `hasOffer` is false, the same people arrive, but no audience comes first.
 */
export function simulateWeek(week: Week, hasOffer: boolean, seed = 1): WeekOutcome {
  const random = randomOf(seed);
  const after = (perHour: number): number => (-Math.log(1 - random.uniform()) * 60) / perHour;
  const open = new Set<Open>();
  const completed: (Open & { minutes: number })[] = [];
  const visits = { audience: 0, other: 0 };
  const ratings = { audience: 0, other: 0 };
  let started = 0;
  let nextStart = after(week.startsPerHour);
  let nextVisit = after(week.ratingsPerHour / week.ratingsPerVisit);
  while (Math.min(nextStart, nextVisit) < weekMinutes) {
    if (nextStart < nextVisit) {
      const wantsAudience = random.uniform() < week.firstShare;
      const windowMinutes = wantsAudience && hasOffer ? windowOf(week.testLimit, completed) : 0;
      const audienceUntil = nextStart + windowMinutes;
      open.add({ startedAt: nextStart, wantsAudience, audienceUntil, accepted: 0, ofAudience: 0 });
      if (nextStart < weekMinutes - 24 * 60) started += 1;
      nextStart += after(week.startsPerHour);
      continue;
    }
    const who = random.uniform() < week.audienceShare ? 'audience' : 'other';
    visits[who] += 1;
    const page = offeredTo(open, who === 'audience', nextVisit).slice(0, week.ratingsPerVisit);
    for (const [index, assessment] of page.entries()) {
      ratings[who] += 1;
      assessment.accepted += 1;
      if (who === 'audience') assessment.ofAudience += 1;
      if (assessment.accepted < week.testLimit) continue;
      open.delete(assessment);
      const minutes = nextVisit + (index + 1) * minutesPerRating - assessment.startedAt;
      completed.push({ ...assessment, minutes });
    }
    nextVisit += after(week.ratingsPerHour / week.ratingsPerVisit);
  }
  const first = completed.filter(({ wantsAudience }) => wantsAudience);
  const others = completed.filter(({ wantsAudience }) => !wantsAudience);
  return {
    audienceShare: first.reduce((sum, { ofAudience }) => sum + ofAudience, 0) / (first.length * week.testLimit),
    firstMinutes: medianOf(first),
    otherMinutes: medianOf(others),
    audienceRatings: ratings.audience / visits.audience,
    otherRatings: ratings.other / visits.other,
    unfinished: started - completed.filter(({ startedAt }) => startedAt < weekMinutes - 24 * 60).length,
  };
}

function offeredTo(open: ReadonlySet<Open>, isOfAudience: boolean, now: number): Open[] {
  const isEarly = (one: Open): boolean => one.audienceUntil > now;
  return [...open]
    .filter((one) => isOfAudience || !isEarly(one))
    .sort(
      (one, other) =>
        Number(isEarly(other)) - Number(isEarly(one)) ||
        one.accepted - other.accepted ||
        one.startedAt - other.startedAt,
    );
}

/** Returns minutes: a share of the median duration of recent assessments without an audience, within bounds. */
function windowOf(testLimit: number, completed: readonly (Open & { minutes: number })[]): number {
  const lately = completed.slice(-LIMITS.outlookCompletionsMax).filter(({ wantsAudience }) => !wantsAudience);
  const median = lately.length < LIMITS.outlookCompletionsMin ? testLimit * 10 : medianOf(lately);
  return Math.min(
    LIMITS.audienceWindowMsMax / 60_000,
    Math.max(LIMITS.audienceWindowMsMin / 60_000, median * LIMITS.audienceWindowShare),
  );
}

function medianOf(completed: readonly { minutes: number }[]): number {
  const minutes = completed.map((one) => one.minutes).sort((one, other) => one - other);
  return minutes[Math.floor(minutes.length / 2)] ?? Number.NaN;
}
