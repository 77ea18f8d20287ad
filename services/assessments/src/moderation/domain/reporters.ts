/** As the assessors' own standing is called; who never assessed is in good standing. */
export type StandingName = 'good' | 'warned' | 'paused';

/** What is known of a reporter when a report comes. */
export interface ReporterFacts {
  /** 0–2, 1 for somebody without decided reports. */
  weight: number;
  standing: StandingName;
  /** Approved as an assessor too lately, or with too few submissions. */
  isNew: boolean;
  /** Who reported the same and is linked to this reporter by the search for linked accounts. */
  linkedReporterIds: readonly string[];
}

/** Below it, reports count for nothing but the record. */
export const WEIGHT_OF_GOOD_STANDING = 0.5;
/** What a photo that was cleared takes to be looked at again for the same reason. */
export const WEIGHT_AGAINST_CLEARANCE = 1;

export const isInGoodStanding = ({ standing, isNew, weight }: Omit<ReporterFacts, 'linkedReporterIds'>): boolean =>
  standing === 'good' && !isNew && weight >= WEIGHT_OF_GOOD_STANDING;

/** A decision about one of a reporter's reports. */
export interface Answer {
  isUpheld: boolean;
  at: string;
}

const NEUTRAL = 1;
const STEP = 0.25;
const WEIGHT_MAX = 2;
const HALF_LIFE_MS = 90 * 24 * 3_600_000;

/**
 * 1 ± 0.25 for each decided report, at least 0 and at most 2, where the distance from 1 halves every 90 days:
 * `w ← clamp(1 + (w − 1) · 2^(−Δt/90 d) ± 0.25, 0, 2)`. The formula is ours. Three wrong reports in a row put a reporter below
 * 0.5; one wrong report, or two that lie apart, do not. The bound keeps an old merit from covering many wrong reports.
 *
 * @param answers in the order of their time
 */
export function weightOf(answers: readonly Answer[], at: string): number {
  let weight = NEUTRAL;
  let since = answers[0]?.at ?? at;
  for (const answer of answers) {
    const step = answer.isUpheld ? STEP : -STEP;
    weight = clamp(decayed(weight, since, answer.at) + step);
    since = answer.at;
  }
  return decayed(weight, since, at);
}

function decayed(weight: number, from: string, to: string): number {
  const passedMs = Math.max(0, Date.parse(to) - Date.parse(from));
  return NEUTRAL + (weight - NEUTRAL) * 2 ** (-passedMs / HALF_LIFE_MS);
}

const clamp = (weight: number): number => Math.min(WEIGHT_MAX, Math.max(0, weight));

/**
 * How many reporters these are, where accounts that are linked to each other, through others as well, count as one.
 * A link that one of two names links both.
 */
export function distinctReporters(
  reports: readonly { reporterId: string; linkedReporterIds: readonly string[] }[],
): number {
  const groupOf = new Map<string, Set<string>>();
  for (const { reporterId, linkedReporterIds } of reports) {
    const merged = new Set([reporterId, ...linkedReporterIds]);
    for (const member of [...merged]) for (const other of groupOf.get(member) ?? []) merged.add(other);
    for (const member of merged) groupOf.set(member, merged);
  }
  return new Set(reports.map(({ reporterId }) => groupOf.get(reporterId))).size;
}

/** Signs of many reports that were arranged. */
interface Pattern {
  reporters: number;
  newAccounts: number;
  paused: number;
  linked: number;
  looksArranged: boolean;
}

const ARRANGED_MIN = 3;

/** Arranged: three reporters or more do not count, and they are more than twice those who do. The bound is ours. */
export function patternOf(
  reports: readonly {
    reporterId: string;
    standing: StandingName;
    isNew: boolean;
    isCounted: boolean;
    linkedReporterIds: readonly string[];
  }[],
): Pattern {
  const byReporter = new Map(reports.map((report) => [report.reporterId, report]));
  const reporters = [...byReporter.values()];
  const uncounted = reporters.filter(({ isCounted }) => !isCounted).length;
  const linkedIds = new Set(
    reporters.flatMap(({ reporterId, linkedReporterIds }) =>
      linkedReporterIds.length > 0 ? [reporterId, ...linkedReporterIds] : [],
    ),
  );
  const linked = reporters.filter(({ reporterId }) => linkedIds.has(reporterId)).length;
  const counted = reporters.length - uncounted;
  return {
    reporters: reporters.length,
    newAccounts: reporters.filter(({ isNew }) => isNew).length,
    paused: reporters.filter(({ standing }) => standing === 'paused').length,
    linked,
    looksArranged:
      (uncounted >= ARRANGED_MIN && uncounted > 2 * counted) ||
      (linked >= ARRANGED_MIN && 2 * linked > reporters.length),
  };
}
