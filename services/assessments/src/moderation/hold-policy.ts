import { type CaseReason, HELD_AT_ONCE, REASONS_OF_FINDING } from '@candid/contracts';
import type { Circumstances } from './case.js';
import {
  clearedReasons,
  type KnownCase,
  type Report,
  standingDecision,
  waitingFindings,
  waitingReports,
} from './case-state.js';
import {
  distinctReporters,
  isInGoodStanding,
  type ReporterFacts,
  WEIGHT_AGAINST_CLEARANCE,
  WEIGHT_OF_GOOD_STANDING,
} from './reporter.js';

const REPORTERS_OF_A_HOLD = 2;

/**
 * Returns the reason for a hold if the unanswered reports and findings contain one of these:
 * - one report of `minor`, unless its reporter is paused or has too little weight;
 * - a notice, but only of `minor` or `childAbuse` and with further evidence (`supports`): anybody can send notices;
 * - two distinct reporters in good standing, whatever they reported;
 * - one reporter in good standing, if screening agrees with the reason.
 *
 * If a moderator has cleared the photo of `minor` or `childAbuse`, a single report of either holds the photo only if
 * its reporter is in good standing and has at least `WEIGHT_AGAINST_CLEARANCE`.
 *
 * @param circumstances given only when a notice arrives; if absent, a notice holds the photo only with a finding
 */
export function reasonToHold(state: KnownCase, circumstances?: Circumstances): CaseReason | undefined {
  if (!state.isOpen || state.kind !== 'photo' || state.hold || isOutOfSight(state)) return undefined;
  const waiting = waitingReports(state);
  const isCleared = isClearedOfGrave(state);
  const grave = waiting.find(
    (report) => holdsAtOnce(report, isCleared) && (!isNotice(report) || supports(report, state, circumstances)),
  );
  if (grave) return grave.reason;
  const counted = waiting.filter(({ isCounted }) => isCounted);
  if (distinctReporters(counted.map(withReporter)) >= REPORTERS_OF_A_HOLD) return counted.at(-1)!.reason;
  return counted.find(({ reason }) => agreesWithFinding(reason, state))?.reason;
}

/**
 * Returns whether further evidence confirms a notice. A screening finding that agrees is always enough. While the
 * breaker is closed, a new owner, a confirmation by mail, or another such notice from another network is enough, too.
 */
function supports(notice: Report, state: KnownCase, circumstances?: Circumstances): boolean {
  if (agreesWithFinding(notice.reason, state)) return true;
  if (!circumstances || circumstances.isBreakerOpen) return false;
  return circumstances.isOwnerNew || notice.isConfirmed || isSeconded(notice, state);
}

const isSeconded = (notice: Report, state: KnownCase): boolean =>
  waitingReports(state).some(
    (other) =>
      isNotice(other) &&
      holdsAtOnce(other, false) &&
      (other.fromElsewhere.includes(notice.noticeId!) || notice.fromElsewhere.includes(other.noticeId!)),
  );

const isNotice = ({ noticeId }: Report): boolean => noticeId !== null;

/** Returns true if a decision in force hides the photo or its owner. */
function isOutOfSight(state: KnownCase, at?: string): boolean {
  const standing = standingDecision(state);
  if (!standing || standing.decision === 'noViolation') return false;
  if (standing.decision !== 'suspendAccount') return true;
  return state.hold !== null || (at !== undefined && standing.until !== null && at < standing.until);
}

/** Returns true if a report reopens a decided case. Clearances affect only photos, not reported ratings. */
export function opensAgain(
  state: KnownCase,
  reason: CaseReason,
  reporter: Omit<ReporterFacts, 'linkedReporterIds'> | null,
  at: string,
): boolean {
  if (isOutOfSight(state, at)) return false;
  if (state.kind !== 'photo' || !clearedReasons(state).includes(reason)) return true;
  return reporter !== null && isInGoodStanding(reporter) && reporter.weight >= WEIGHT_AGAINST_CLEARANCE;
}

/** Null `standing` or `weight` means a notice from an unknown sender. */
function holdsAtOnce(report: Report, isCleared: boolean): boolean {
  const { reason, standing, isNew, weight } = report;
  if (!isGrave(reason)) return false;
  if (standing === null || weight === null) return !isCleared;
  if (isCleared && isNotice(report)) return false;
  if (isCleared) return isInGoodStanding({ standing, isNew, weight }) && weight >= WEIGHT_AGAINST_CLEARANCE;
  return standing !== 'paused' && weight >= WEIGHT_OF_GOOD_STANDING;
}

/** True if this report, or this notice with its evidence, is enough to hold the photo. Ignores later clearances. */
export function isEnoughToHold(report: Report, state: KnownCase): boolean {
  const before = state.decisions.filter(({ decidedAt }) => decidedAt < report.reportedAt);
  const isCleared = isClearedOfGrave({ decisions: before });
  if (state.kind !== 'photo' || !holdsAtOnce(report, isCleared)) return false;
  return !isNotice(report) || supports(report, state, { isOwnerNew: false, isBreakerOpen: false });
}

export const isGrave = (reason: CaseReason): boolean => (HELD_AT_ONCE as readonly CaseReason[]).includes(reason);

const isClearedOfGrave = (state: Pick<KnownCase, 'decisions'>): boolean => clearedReasons(state).some(isGrave);

const agreesWithFinding = (reason: CaseReason, state: KnownCase): boolean =>
  waitingFindings(state).some(({ kind }) => REASONS_OF_FINDING[kind].includes(reason));

const withReporter = ({ reporterId, linkedReporterIds }: Report) => ({
  // Only notices have no reporter, and notices are never counted.
  reporterId: reporterId ?? '',
  linkedReporterIds,
});
