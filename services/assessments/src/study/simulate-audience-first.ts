import { LIMITS } from '../kernel/config.js';
import { randomOf } from './random.js';

export interface Week {
  /** New assessments of one photo an hour. */
  startsPerHour: number;
  /** Ratings that visiting assessors give an hour, if there is enough to rate. */
  ratingsPerHour: number;
  ratingsPerVisit: number;
  /** Assessors wanted by each assessment. */
  testLimit: number;
  /** Share of assessors who belong to the audience of those who ask for it, 0–1. */
  audienceShare: number;
  /** Share of assessments that ask for their audience first, 0–1. */
  firstShare: number;
}

export interface WeekOutcome {
  /** Share of the audience among ratings of assessments that ask for it. */
  audienceShare: number;
  /** Median minutes from start to completion of assessments that ask for their audience, and of the others. */
  firstMinutes: number;
  otherMinutes: number;
  /** Ratings per visit of an assessor of the audience, and of another. */
  audienceRatings: number;
  otherRatings: number;
  /** Of all that were started a day before the end or earlier. */
  unfinished: number;
}

/** Twenty assessments of four ratings an hour; assessors with half, a fifth, a twentieth or nothing of their time left. */
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
  /** Minutes; until then only the audience gets it. */
  audienceUntil: number;
  accepted: number;
  ofAudience: number;
}

const weekMinutes = 7 * 24 * 60;
const minutesPerRating = 1;

/**
 * A week of arrivals (Poisson) under the feed's rules: the audience's first, then the least served, then the longest waiting. A visiting
 * assessor rates from the top and has rated nothing of it before. The time of the audience alone is a fifth of the median of the last
 * completions, as `OutlookQuery.audienceWindowMs` has it. With `hasOffer` false the same people come and nobody is offered anything first.
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

/** A share of the median of the newest completions of assessments that anybody got. */
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
