import { type CaseDetail, MODERATION, type StandingName } from '@candid/contracts';
import { type Aggregate, DomainError } from '@candid/event-store';

interface OfReport {
  reporterId: string;
  reportId: string;
  caseId: string;
}

/** Events about one person's reports, on stream `reporter-<userId>`. */
export type ReporterEvent =
  | { type: 'ReportSent'; data: OfReport & { reportedAt: string } }
  /** The newest answer to a report replaces the earlier ones. */
  | { type: 'ReportAnswered'; data: OfReport & { isUpheld: boolean; answeredAt: string } }
  /** The decision was undone: the report waits again. */
  | { type: 'ReportAnswerWithdrawn'; data: OfReport }
  /** The account is deleted. No report refers to the person any more, and the weight is removed. */
  | { type: 'ReporterForgotten'; data: { reporterId: string; forgottenAt: string } };

type ReporterCommand =
  | (OfReport & { type: 'Send'; at: string })
  | (OfReport & { type: 'RecordAnswer'; isUpheld: boolean; at: string })
  | (OfReport & { type: 'WithdrawAnswer' })
  | { type: 'Forget'; reporterId: string; at: string };

export interface ReporterState {
  /** Times of the reports of the last 24 hours. */
  sentAt: readonly string[];
  hasReported: boolean;
  isForgotten: boolean;
  answers: Readonly<Record<string, { isUpheld: boolean; at: string }>>;
}

const DAY_MS = 24 * 3_600_000;

export const reporterStreamId = (userId: string): string => `reporter-${userId}`;

export const weightAt = ({ answers }: ReporterState, at: string): number =>
  weightOf(
    Object.values(answers).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    at,
  );

function decide(command: ReporterCommand, state: ReporterState): ReporterEvent[] {
  const { reporterId } = command;
  switch (command.type) {
    case 'Send': {
      const { reportId, caseId, at } = command;
      if (within(state.sentAt, at).length >= MODERATION.reportsPerDayMax)
        throw new DomainError('RATE_LIMITED', 'You have sent many reports today. Please go on tomorrow.');
      return [{ type: 'ReportSent', data: { reporterId, reportId, caseId, reportedAt: at } }];
    }
    case 'RecordAnswer': {
      const { reportId, caseId, isUpheld, at } = command;
      if (state.isForgotten || state.answers[reportId]?.isUpheld === isUpheld) return [];
      return [{ type: 'ReportAnswered', data: { reporterId, reportId, caseId, isUpheld, answeredAt: at } }];
    }
    case 'WithdrawAnswer': {
      const { reportId, caseId } = command;
      if (!(reportId in state.answers)) return [];
      return [{ type: 'ReportAnswerWithdrawn', data: { reporterId, reportId, caseId } }];
    }
    case 'Forget':
      if (!state.hasReported || state.isForgotten) return [];
      return [{ type: 'ReporterForgotten', data: { reporterId, forgottenAt: command.at } }];
  }
}

function evolve(state: ReporterState, event: ReporterEvent): ReporterState {
  switch (event.type) {
    case 'ReportSent': {
      const { reportedAt } = event.data;
      return { ...state, hasReported: true, sentAt: [...within(state.sentAt, reportedAt), reportedAt] };
    }
    case 'ReportAnswered': {
      const { reportId, isUpheld, answeredAt: at } = event.data;
      return { ...state, answers: { ...state.answers, [reportId]: { isUpheld, at } } };
    }
    case 'ReportAnswerWithdrawn': {
      const { [event.data.reportId]: _withdrawn, ...answers } = state.answers;
      return { ...state, answers };
    }
    case 'ReporterForgotten':
      return { ...state, isForgotten: true, sentAt: [], answers: {} };
  }
}

const within = (times: readonly string[], at: string): string[] =>
  times.filter((time) => Date.parse(time) > Date.parse(at) - DAY_MS);

export interface ReporterFacts {
  /** Weight from 0 to 2; it is 1 for a person without decided reports. */
  weight: number;
  /** Standing as an assessor. A person who has never assessed is in good standing. */
  standing: StandingName;
  /** True if the approval as an assessor is too recent, or if the person has too few submissions. */
  isNew: boolean;
  /** Reporters of the same subject that the search for linked accounts has linked to this reporter. */
  linkedReporterIds: readonly string[];
}

/** Reports with a lower weight are recorded, but do not count. */
export const WEIGHT_OF_GOOD_STANDING = 0.5;

/** Minimum weight of a report that reopens a case for a reason that a moderator has cleared. */
export const WEIGHT_AGAINST_CLEARANCE = 1;

export const isInGoodStanding = ({ standing, isNew, weight }: Omit<ReporterFacts, 'linkedReporterIds'>): boolean =>
  standing === 'good' && !isNew && weight >= WEIGHT_OF_GOOD_STANDING;

const NEUTRAL = 1;
const STEP = 0.25;
const WEIGHT_MAX = 2;
const HALF_LIFE_MS = 90 * 24 * 3_600_000;

/**
 * The weight starts at 1, changes by 0.25 for each decided report, and stays between 0 and 2. Its distance from 1
 * halves every 90 days: `w ← clamp(1 + (w − 1) · 2^(−Δt/90 d) ± 0.25, 0, 2)`. The formula is ours. Three wrong reports
 * in a row put a reporter below 0.5; one wrong report, or two far apart, do not. The maximum keeps a long good record
 * from outweighing many later wrong reports.
 * @param answers oldest first
 */
export function weightOf(answers: readonly ReporterState['answers'][string][], at: string): number {
  let weight = NEUTRAL;
  let since = at;
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

type Linked = { reporterId: string; linkedReporterIds: readonly string[] };

/** Maps each account to all accounts linked to it, even indirectly. A link that one account names applies to both. */
function groupsOf(reports: readonly Linked[]): Map<string, Set<string>> {
  const groupOf = new Map<string, Set<string>>();
  for (const { reporterId, linkedReporterIds } of reports) {
    const merged = new Set([reporterId, ...linkedReporterIds]);
    for (const member of [...merged]) for (const other of groupOf.get(member) ?? []) merged.add(other);
    for (const member of merged) groupOf.set(member, merged);
  }
  return groupOf;
}

/** Groups the reporters, without duplicates. Linked accounts form one group. */
function linkedGroups(reports: readonly Linked[]): string[][] {
  const groupOf = groupsOf(reports);
  const reporterIds = [...new Set(reports.map(({ reporterId }) => reporterId))];
  return [...Map.groupBy(reporterIds, (id) => groupOf.get(id)).values()];
}

/** Number of reporters, counting linked accounts as one. */
export const distinctReporters = (reports: readonly Linked[]): number => linkedGroups(reports).length;

/** Number of other reporters that are linked to this one. A reporter with several reports counts once. */
export const linkedReportersOf = (reporterId: string, reports: readonly Linked[]): number =>
  linkedGroups(reports).find((group) => group.includes(reporterId))!.length - 1;

const ARRANGED_MIN = 3;

/**
 * Counts reporters, not reports. The newest facts about a reporter apply, and a reporter counts if any of their reports does.
 * Reports look arranged in either of these cases:
 * - at least three reporters do not count, and they are more than twice as many as those who do;
 * - at least three reporters are linked to another reporter, and they are more than half of all.
 */
export function patternOf(
  reports: readonly (Linked & { standing: StandingName; isNew: boolean; isCounted: boolean })[],
): CaseDetail['pattern'] {
  const reporters = [...new Map(reports.map((report) => [report.reporterId, report])).values()];
  const counted = new Set(reports.flatMap(({ isCounted, reporterId }) => (isCounted ? [reporterId] : []))).size;
  const uncounted = reporters.length - counted;
  const linked = linkedGroups(reports)
    .filter(({ length }) => length > 1)
    .flat().length;
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

export const reporterStreams: Aggregate<ReporterState, ReporterCommand, ReporterEvent> = {
  initialState: () => ({ sentAt: [], hasReported: false, isForgotten: false, answers: {} }),
  evolve,
  decide,
  streamOf: reporterStreamId,
};
