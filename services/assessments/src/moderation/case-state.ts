import type { CaseReason, Decision, ScreeningFinding as Finding } from '@candid/contracts';
import {
  byGravity,
  type CaseDecided,
  type CaseEvent,
  type CaseReported,
  type CaseSubject,
  type ClosureProposed,
  mostUrgent,
  type Urgency,
} from './case.js';

export type Report = Omit<CaseReported, 'caseId' | keyof Urgency>;

/** `reviewedBy` is the statement id of the decision that took the finding into account. */
interface ReviewedFinding {
  finding: Finding;
  reviewedBy: string | null;
}

interface Appeal {
  filedAt: string;
  dueAt: string;
  outcome: 'granted' | 'rejected' | null;
  answerId: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

export interface DecisionRecord extends Omit<CaseDecided, 'answered'> {
  undoneAt: string | null;
  /** Null also after a granted appeal, because no single moderator undid the decision. */
  undoneBy: string | null;
  appeal: Appeal | null;
}

export interface KnownCase extends CaseSubject, Urgency {
  status: 'known';
  caseId: string;
  /** True while the case waits for a decision or for a second moderator. `dueAt` is the deadline for either. */
  isOpen: boolean;
  openedAt: string;
  reports: readonly Report[];
  findings: readonly ReviewedFinding[];
  hold: { statementId: string } | null;
  claim: { moderatorId: string; until: string } | null;
  proposal: ClosureProposed | null;
  /** Closures that a second moderator did not confirm. */
  dropped: readonly (ClosureProposed & { droppedAt: string })[];
  /** Oldest first. */
  decisions: readonly DecisionRecord[];
}

export type CaseState = { status: 'unknown' } | KnownCase;

export const initialState = (): CaseState => ({ status: 'unknown' });

export function evolve(state: CaseState, event: CaseEvent): CaseState {
  if (event.type === 'CaseOpened') {
    const { origin: _, ...opened } = event.data;
    return {
      ...opened,
      ...{ status: 'known', isOpen: true, reports: [], findings: [], hold: null, claim: null, proposal: null },
      ...{ dropped: [], decisions: [] },
    };
  }
  return state.status === 'unknown' ? state : evolveKnown(state, event);
}

function evolveKnown(state: KnownCase, event: Exclude<CaseEvent, { type: 'CaseOpened' }>): KnownCase {
  switch (event.type) {
    case 'CaseReopened': {
      const { openedAt, severity, dueAt } = event.data;
      return { ...state, isOpen: true, openedAt, severity, dueAt };
    }
    case 'CaseReported': {
      const { caseId: _, severity, dueAt, ...report } = event.data;
      return { ...state, severity, dueAt, reports: [...state.reports, report] };
    }
    case 'CaseNoticeConfirmed': {
      const { reportId } = event.data;
      const reports = state.reports.map((one) => (one.reportId === reportId ? { ...one, isConfirmed: true } : one));
      return { ...state, reports };
    }
    case 'CaseScreened': {
      const { findings, severity, dueAt } = event.data;
      const found = findings.map((finding) => ({ finding, reviewedBy: null }));
      return { ...state, severity, dueAt, findings: [...state.findings, ...found] };
    }
    case 'CasePhotoHeld':
      return { ...state, hold: { statementId: event.data.statementId } };
    case 'CaseHoldReleased':
      return { ...state, hold: null };
    case 'CaseClaimed': {
      const { moderatorId, until } = event.data;
      return { ...state, claim: { moderatorId, until } };
    }
    case 'CaseGivenBack':
      return { ...state, claim: null };
    case 'ClosureProposed':
      return { ...state, proposal: event.data, claim: null };
    case 'ClosureDropped': {
      const { droppedAt } = event.data;
      const dropped = state.proposal ? [...state.dropped, { ...state.proposal, droppedAt }] : state.dropped;
      return { ...state, proposal: null, dropped };
    }
    case 'CaseDecided':
      return decided(state, event.data);
    case 'DeletedPhotoReported':
    case 'LateReportAnswered':
      // Only the photos service uses `DeletedPhotoReported`. `LateReportAnswered` repeats `answeredBy` of the report.
      return state;
    case 'DecisionUndone':
      return undone(state, event.data);
    case 'AppealFiled': {
      const { filedAt, dueAt, statementId } = event.data;
      const appeal = { filedAt, dueAt, outcome: null, answerId: null, decidedBy: null, decidedAt: null };
      return { ...state, decisions: changed(state, statementId, { appeal }) };
    }
    case 'AppealDecided': {
      const { statementId, isGranted, answerId, decidedBy, decidedAt, answered } = event.data;
      const outcome = isGranted ? 'granted' : 'rejected';
      const appeal = { ...decisionOf(state, statementId)!.appeal!, outcome, answerId, decidedBy, decidedAt } as const;
      const decisions = changed(state, statementId, { appeal });
      return { ...state, claim: null, decisions, reports: answeredReports(state, answered, statementId) };
    }
  }
}

/** True for a decision that keeps the photo held while in force. Every other decision ends the hold. */
export const isAboutAccount = (decision: Decision): boolean =>
  decision === 'suspendAccount' || decision === 'closeAccount';

function decided(state: KnownCase, { answered, ...decision }: CaseDecided): KnownCase {
  const { statementId } = decision;
  return {
    ...state,
    ...{ isOpen: false, claim: null, proposal: null },
    hold: isAboutAccount(decision.decision) ? state.hold : null,
    reports: answeredReports(state, answered, statementId),
    findings: state.findings.map((found) => ({ ...found, reviewedBy: found.reviewedBy ?? statementId })),
    decisions: [...state.decisions, { ...decision, undoneAt: null, undoneBy: null, appeal: null }],
  };
}

function undone(
  state: KnownCase,
  { statementId, undoneAt, undoneBy, isReopened }: Extract<CaseEvent, { type: 'DecisionUndone' }>['data'],
): KnownCase {
  const decisions = changed(state, statementId, { undoneAt, undoneBy });
  if (!isReopened) return { ...state, decisions };
  return {
    ...state,
    ...{ isOpen: true, decisions, ...urgencyWithout(state, decisionOf(state, statementId)!) },
    reports: state.reports.map((report) =>
      report.answeredBy === statementId ? { ...report, answeredBy: null, isUpheld: false } : report,
    ),
    findings: state.findings.map((found) =>
      found.reviewedBy === statementId ? { ...found, reviewedBy: null } : found,
    ),
  };
}

/** Restores the urgency from before the decision. If newer reports have reopened the case, it keeps the higher urgency. */
function urgencyWithout(state: KnownCase, { openedAt, dueAt, severity }: DecisionRecord) {
  if (!state.isOpen) return { openedAt, dueAt, severity };
  return { openedAt: state.openedAt, ...mostUrgent({ dueAt, severity }, state) };
}

const answeredReports = (
  { reports }: KnownCase,
  answered: CaseDecided['answered'],
  statementId: string,
): readonly Report[] => {
  const upheld = new Map(answered.map(({ reportId, isUpheld }) => [reportId, isUpheld]));
  return reports.map((report) =>
    upheld.has(report.reportId)
      ? { ...report, answeredBy: statementId, isUpheld: upheld.get(report.reportId)! }
      : report,
  );
};

const changed = (
  { decisions }: KnownCase,
  statementId: string,
  change: Partial<DecisionRecord>,
): readonly DecisionRecord[] =>
  decisions.map((decision) => (decision.statementId === statementId ? { ...decision, ...change } : decision));

export const decisionOf = ({ decisions }: KnownCase, statementId: string): DecisionRecord | undefined =>
  decisions.find((decision) => decision.statementId === statementId);

export const waitingReports = ({ reports }: KnownCase): Report[] =>
  reports.filter(({ answeredBy }) => answeredBy === null);

/** Excludes notices, because a notice has no reporter. */
export const reportersOf = ({ reports }: KnownCase): string[] => reports.flatMap(({ reporterId }) => reporterId ?? []);

export const waitingFindings = ({ findings }: KnownCase): Finding[] =>
  findings.filter(({ reviewedBy }) => reviewedBy === null).map(({ finding }) => finding);

export const newestDecision = ({ decisions }: KnownCase): DecisionRecord | undefined => decisions.at(-1);

/** The oldest decision whose appeal waits for an answer. */
export const openAppeal = ({ decisions }: KnownCase): DecisionRecord | undefined => decisions.find(isAppealOpen);

const isAppealOpen = ({ appeal }: DecisionRecord): boolean => appeal !== null && appeal.outcome === null;

/** Earliest deadline of the case: for its decision, if the case is open, or for the answer to an open appeal. */
export function dueOf({ isOpen, dueAt, decisions }: KnownCase): string {
  const appeals = decisions.filter(isAppealOpen).map(({ appeal }) => appeal!.dueAt);
  return [...(isOpen || appeals.length === 0 ? [dueAt] : []), ...appeals].toSorted()[0]!;
}

export function standingDecision(state: KnownCase): DecisionRecord | undefined {
  const newest = newestDecision(state);
  return newest?.undoneAt === null ? newest : undefined;
}

export type FinalAnswer = Pick<DecisionRecord, 'statementId' | 'decision' | 'decidedAt'>;

/** The answer to reports that no longer reopen a decided case: the decision in force, or the answer to a granted appeal. */
export function finalAnswer(state: KnownCase): FinalAnswer | undefined {
  const newest = newestDecision(state);
  const { outcome, answerId, decidedAt } = newest?.appeal ?? {};
  if (outcome === 'granted' && answerId && decidedAt)
    return { statementId: answerId, decision: 'noViolation', decidedAt };
  return standingDecision(state);
}

/** True for a case that was passed on to the authorities: only evidence staff may read and change it. */
export const isUnderLegalHold = (state: KnownCase): boolean => standingDecision(state)?.decision === 'passOn';

/** Reasons for which a moderator found no violation, or for which an appeal was granted. */
export const clearedReasons = ({ decisions }: Pick<KnownCase, 'decisions'>): CaseReason[] =>
  decisions
    .filter(({ decision, undoneAt, appeal }) =>
      decision === 'noViolation' ? undoneAt === null : appeal?.outcome === 'granted',
    )
    .flatMap(({ about }) => about);

/** Reasons of the unanswered reports and findings, about which the next decision is made. */
export function reasonsWaiting(state: KnownCase): CaseReason[] {
  const found: CaseReason[] = waitingFindings(state).length > 0 ? ['screening'] : [];
  return byGravity([...waitingReports(state).map(({ reason }) => reason), ...found]);
}
