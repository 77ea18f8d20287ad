import {
  distinctReporters,
  isInGoodStanding,
  type ReporterFacts,
  WEIGHT_AGAINST_CLEARANCE,
  WEIGHT_OF_GOOD_STANDING,
} from './reporters.js';
import {
  clearedReasons,
  type KnownCase,
  type Report,
  standingDecision,
  waitingFindings,
  waitingReports,
} from './state.js';
import type { CasePolicy, CaseReason, Finding } from './vocabulary.js';

const REPORTERS_OF_A_HOLD = 2;
export const HELD_AT_ONCE: readonly CaseReason[] = ['childAbuse', 'minor'];

/**
 * Returns the reason if the unanswered reports and findings hold the photo:
 * - one report of `minor`, unless its reporter is paused or has too little weight;
 * - a notice of `minor` or `childAbuse`; no other notice does, because its sender is unknown;
 * - two distinct reporters in good standing, whatever they reported;
 * - one reporter in good standing, if screening agrees with the reason.
 *
 * A moderator may have cleared the photo of `minor` or `childAbuse`. Then a single report of either holds the photo only if
 * its reporter is in good standing and has at least `WEIGHT_AGAINST_CLEARANCE`.
 */
export function reasonToHold(state: KnownCase, { reasonsOfFinding }: CasePolicy): CaseReason | undefined {
  if (!state.isOpen || state.kind !== 'photo' || state.hold || isOutOfSight(state)) return undefined;
  const waiting = waitingReports(state);
  const grave = waiting.find((report) => holdsAtOnce(report, isClearedOfGrave(state)));
  if (grave) return grave.reason;
  const counted = waiting.filter(({ isCounted }) => isCounted);
  const newest = counted.at(-1);
  if (!newest) return undefined;
  if (distinctReporters(counted.map(withReporter)) >= REPORTERS_OF_A_HOLD) return newest.reason;
  const findings = waitingFindings(state);
  return counted.find(({ reason }) => findings.some(({ kind }) => agrees(reason, kind, reasonsOfFinding)))?.reason;
}

/** Whether a decision in force hides the photo or its owner. */
function isOutOfSight(state: KnownCase, at?: string): boolean {
  const standing = standingDecision(state);
  if (!standing || standing.decision === 'noViolation') return false;
  if (standing.decision !== 'suspendAccount') return true;
  return state.hold !== null || (at !== undefined && standing.until !== null && at < standing.until);
}

/** Whether a report reopens a decided case. Each rating by an assessor is a new matter. */
export function opensAgain(
  state: KnownCase,
  reason: CaseReason,
  reporter: Omit<ReporterFacts, 'linkedReporterIds'> | null,
  at: string,
): boolean {
  if (isOutOfSight(state, at)) return false;
  if (state.kind !== 'photo' || !clearedReasons(state).has(reason)) return true;
  return reporter !== null && isInGoodStanding(reporter) && reporter.weight >= WEIGHT_AGAINST_CLEARANCE;
}

function holdsAtOnce({ reason, noticeId, standing, isNew, weight }: Report, isCleared: boolean): boolean {
  if (!HELD_AT_ONCE.includes(reason)) return false;
  if (noticeId !== null || standing === null || weight === null) return !isCleared;
  if (isCleared) return isInGoodStanding({ standing, isNew, weight }) && weight >= WEIGHT_AGAINST_CLEARANCE;
  return standing !== 'paused' && weight >= WEIGHT_OF_GOOD_STANDING;
}

/** Whether the report alone is enough to hold the photo, by what moderators had cleared before it. */
export function isEnoughToHold(report: Report, { kind, decisions }: KnownCase): boolean {
  const before = decisions.filter(({ decidedAt }) => decidedAt < report.reportedAt);
  return kind === 'photo' && holdsAtOnce(report, isClearedOfGrave({ decisions: before }));
}

const isClearedOfGrave = (state: Pick<KnownCase, 'decisions'>): boolean =>
  HELD_AT_ONCE.some((reason) => clearedReasons(state).has(reason));

const agrees = (reason: CaseReason, kind: Finding['kind'], reasonsOfFinding: CasePolicy['reasonsOfFinding']): boolean =>
  reasonsOfFinding[kind].includes(reason);

const withReporter = ({ reporterId, linkedReporterIds }: Report) => ({
  // Only notices have no reporter, and no notice is counted.
  reporterId: reporterId ?? '',
  linkedReporterIds,
});
