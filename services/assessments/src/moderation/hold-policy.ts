import { CASE_URGENCY, HELD_AT_ONCE, MODERATION, REASONS_OF_FINDING } from '@candid/contracts';
import type { CasePolicy, CaseReason, Circumstances } from './case.js';
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
 * Returns the reason if the unanswered reports and findings hold the photo:
 * - one report of `minor`, unless its reporter is paused or has too little weight;
 * - a notice of `minor` or `childAbuse` with support (`supports`); no other notice does, because anybody can send one;
 * - two distinct reporters in good standing, whatever they reported;
 * - one reporter in good standing, if screening agrees with the reason.
 *
 * A moderator may have cleared the photo of `minor` or `childAbuse`. Then a single report of either holds the photo only if
 * its reporter is in good standing and has at least `WEIGHT_AGAINST_CLEARANCE`.
 *
 * @param circumstances only when a notice arrives: nothing else lets a notice that waits hold the photo without a finding
 */
export function reasonToHold(
  state: KnownCase,
  policy: CasePolicy,
  circumstances?: Circumstances,
): CaseReason | undefined {
  if (!state.isOpen || state.kind !== 'photo' || state.hold || isOutOfSight(state)) return undefined;
  const waiting = waitingReports(state);
  const isCleared = isClearedOfGrave(state, policy);
  const grave = waiting.find(
    (report) =>
      holdsAtOnce(report, isCleared, policy) && (!isNotice(report) || supports(report, state, policy, circumstances)),
  );
  if (grave) return grave.reason;
  const counted = waiting.filter(({ isCounted }) => isCounted);
  if (distinctReporters(counted.map(withReporter)) >= REPORTERS_OF_A_HOLD) return counted.at(-1)!.reason;
  return counted.find(({ reason }) => agreesWithFinding(reason, state, policy))?.reason;
}

/**
 * Returns whether a notice has support: a finding of the screening that agrees, or, while the breaker is closed, an owner whose first
 * photo is new, a confirmation by mail, or another notice of its kind from another network.
 */
function supports(notice: Report, state: KnownCase, policy: CasePolicy, circumstances?: Circumstances): boolean {
  if (agreesWithFinding(notice.reason, state, policy)) return true;
  if (!circumstances || circumstances.isBreakerOpen) return false;
  return circumstances.isOwnerNew || notice.isConfirmed || isSeconded(notice, state, policy);
}

const isSeconded = (notice: Report, state: KnownCase, policy: CasePolicy): boolean =>
  waitingReports(state).some(
    (other) =>
      isNotice(other) &&
      holdsAtOnce(other, false, policy) &&
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

/** Returns true if a report reopens a decided case. Each rating by an assessor is a new matter. */
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

/** A notice without facts about its sender is from an unknown person. */
function holdsAtOnce(report: Report, isCleared: boolean, { heldAtOnce }: CasePolicy): boolean {
  const { reason, standing, isNew, weight } = report;
  if (!heldAtOnce.includes(reason)) return false;
  if (standing === null || weight === null) return !isCleared;
  if (isCleared && isNotice(report)) return false;
  if (isCleared) return isInGoodStanding({ standing, isNew, weight }) && weight >= WEIGHT_AGAINST_CLEARANCE;
  return standing !== 'paused' && weight >= WEIGHT_OF_GOOD_STANDING;
}

/** True if this report, or this notice with its support, is enough to hold the photo. Only clearances before it matter. */
export function isEnoughToHold(report: Report, state: KnownCase, policy: CasePolicy): boolean {
  const before = state.decisions.filter(({ decidedAt }) => decidedAt < report.reportedAt);
  const isCleared = isClearedOfGrave({ decisions: before }, policy);
  if (state.kind !== 'photo' || !holdsAtOnce(report, isCleared, policy)) return false;
  return !isNotice(report) || supports(report, state, policy, { isOwnerNew: false, isBreakerOpen: false });
}

const isClearedOfGrave = (state: Pick<KnownCase, 'decisions'>, { heldAtOnce }: CasePolicy): boolean =>
  heldAtOnce.some((reason) => clearedReasons(state).has(reason));

const agreesWithFinding = (reason: CaseReason, state: KnownCase, { reasonsOfFinding }: CasePolicy): boolean =>
  waitingFindings(state).some(({ kind }) => reasonsOfFinding[kind].includes(reason));

const withReporter = ({ reporterId, linkedReporterIds }: Report) => ({
  // Only notices have no reporter, and no notice is counted.
  reporterId: reporterId ?? '',
  linkedReporterIds,
});

/** Maps the contract's tables to the domain's policy. A contract word that the domain lacks does not compile. */
export const casePolicy: CasePolicy = {
  urgency: CASE_URGENCY,
  reasonsOfFinding: REASONS_OF_FINDING,
  heldAtOnce: HELD_AT_ONCE,
  waitingReportsMax: MODERATION.waitingReportsMax,
  claimMs: MODERATION.claimMs,
  passOnUndoMs: MODERATION.passOnUndoMs,
  appealMs: MODERATION.appealMs,
  appealTargetMs: MODERATION.appealTargetMs,
};
