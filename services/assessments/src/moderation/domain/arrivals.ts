import type { TakeNotice, TakeReport, TakeScreening } from './commands.js';
import { alreadyReported, enoughReports } from './errors.js';
import type { CaseEvent, CaseOrigin, CaseReported } from './events.js';
import { opensAgain, reasonToHold } from './hold-policy.js';
import { isInGoodStanding } from './reporters.js';
import { type CaseState, evolve, type FinalAnswer, finalAnswer, type KnownCase, waitingReports } from './state.js';
import { reasonsWaiting, urgencyWith } from './urgency.js';
import type { CasePolicy, CaseReason, Urgency } from './vocabulary.js';

type Arrival = TakeReport | TakeNotice | TakeScreening;

/**
 * @throws DomainError ALREADY_REPORTED if the same person already reported the same photo or rating; RATE_LIMITED if
 * the case has as many waiting reports as one decision can answer
 */
export function takeReport(command: TakeReport, state: CaseState, policy: CasePolicy): CaseEvent[] {
  const { caseId, reportId, reporterId, reason, ratingId, photoId, reporter, at } = command;
  if (reportOf(state, reporterId, ratingId)) throw alreadyReported();
  if (state.status === 'known' && waitingReports(state).length >= policy.waitingReportsMax) throw enoughReports();
  const { standing, isNew, weight, linkedReporterIds } = reporter;
  // Reports by owners concern ratings, so they never hold a photo.
  const isCounted = isInGoodStanding(reporter);
  const of = { caseId, reportId, reporterId, noticeId: null, reason, ratingId, photoId };
  const alone = { fromElsewhere: [], isConfirmed: false };
  const facts = { standing, isNew, weight, linkedReporterIds: [...linkedReporterIds], isCounted, ...alone };
  const events = arrive(command, state, policy, { origin: 'report', reason, reporter }, (answer, urgency) => ({
    type: 'CaseReported',
    data: { ...of, ...facts, ...answer, reportedAt: at, ...urgency },
  }));
  return command.isPhotoDeleted ? [...events, ...keepPictures(events.reduce(evolve, state), at)] : events;
}

/** Asks for the pictures of a deleted photo while its case waits for a decision. */
export function keepPictures(state: CaseState, reportedAt: string): CaseEvent[] {
  if (state.status === 'unknown' || !state.isOpen || state.photoId === null || state.subjectId === null) return [];
  const { caseId, photoId, subjectId } = state;
  return [{ type: 'DeletedPhotoReported', data: { caseId, photoId, subjectId, reportedAt } }];
}

/**
 * A notice counts as no report, whoever sent it, and holds a photo only with support. The confirmation of a notice is the notice
 * again, and may arrive first. Redelivery emits nothing. The identity service bounds the notices that wait about one photo.
 */
export function takeNotice(command: TakeNotice, state: CaseState, policy: CasePolicy): CaseEvent[] {
  const { caseId, reportId, noticeId, reason, subject, sender, isConfirmed, at } = command;
  const known = state.status === 'known' ? state.reports.find((report) => report.noticeId === noticeId) : undefined;
  if (known) return isConfirmed && !known.isConfirmed ? confirmNotice(command, state as KnownCase, policy) : [];
  const { photoId } = subject;
  const of = { caseId, reportId, reporterId: null, noticeId, reason, ratingId: null, photoId };
  const { standing = null, isNew = false, weight = null } = sender ?? {};
  const support = { fromElsewhere: [...command.fromElsewhere], isConfirmed };
  const facts = { standing, isNew, weight, linkedReporterIds: [], isCounted: false, ...support };
  return arrive(command, state, policy, { origin: 'notice', reason, reporter: null }, (answer, urgency) => ({
    type: 'CaseReported',
    data: { ...of, ...facts, ...answer, reportedAt: at, ...urgency },
  }));
}

function confirmNotice(command: TakeNotice, state: KnownCase, policy: CasePolicy): CaseEvent[] {
  const { caseId, reportId, at: confirmedAt } = command;
  const confirmed: CaseEvent = { type: 'CaseNoticeConfirmed', data: { caseId, reportId, confirmedAt } };
  const after = evolve(state, confirmed) as KnownCase;
  return [confirmed, ...heldIn(after, command, policy)];
}

/** A photo is screened once: redelivery emits nothing. */
export function takeScreening(command: TakeScreening, state: CaseState, policy: CasePolicy): CaseEvent[] {
  const { caseId, findings, at } = command;
  if (findings.length === 0 || (state.status === 'known' && state.findings.length > 0)) return [];
  return arrive(command, state, policy, { origin: 'screening', reason: 'screening', reporter: null }, (_, urgency) => ({
    type: 'CaseScreened',
    data: { caseId, findings: [...findings], screenedAt: at, ...urgency },
  }));
}

export const reportOf = (state: CaseState, reporterId: string, ratingId: string | null) =>
  state.status === 'known'
    ? state.reports.find((report) => report.reporterId === reporterId && report.ratingId === ratingId)
    : undefined;

interface Arriving {
  origin: CaseOrigin;
  reason: CaseReason;
  reporter: TakeReport['reporter'] | null;
}

type Recorded = Extract<CaseEvent, { type: 'CaseReported' | 'CaseScreened' }>;
type Answer = Pick<CaseReported, 'answeredBy' | 'isUpheld'>;

/**
 * Opens or reopens the case if needed, records what arrived, and holds the photo if the hold policy requires it. If a
 * decision in force, or a granted appeal, answers what arrived, says so.
 */
function arrive(
  command: Arrival,
  state: CaseState,
  policy: CasePolicy,
  { origin, reason, reporter }: Arriving,
  recorded: (answer: Answer, urgency: Urgency) => Recorded,
): CaseEvent[] {
  const { caseId, subject, at } = command;
  const events: CaseEvent[] = [];
  const waits = state.status === 'known' && state.isOpen;
  const opens = state.status === 'unknown' || (!waits && opensAgain(state, reason, reporter, at));
  const urgency = urgencyWith(reason, at, policy, waits ? state : undefined);
  if (state.status === 'unknown')
    events.push({ type: 'CaseOpened', data: { caseId, ...subject, origin, openedAt: at, ...urgency } });
  else if (opens) events.push({ type: 'CaseReopened', data: { caseId, origin, openedAt: at, ...urgency } });
  const given = state.status === 'known' && !waits && !opens ? finalAnswer(state) : undefined;
  const answer = {
    answeredBy: given?.statementId ?? null,
    isUpheld: given !== undefined && given.decision !== 'noViolation',
  };
  const arrived = recorded(answer, waits || opens ? urgency : urgencyOf(state));
  events.push(arrived);
  if (arrived.type === 'CaseReported' && given) events.push(answeredLate(arrived.data, given));
  const after = events.reduce(evolve, state);
  return after.status === 'known' ? [...events, ...heldIn(after, command, policy)] : events;
}

const answeredLate = (
  { caseId, reportId, reporterId, noticeId, isUpheld, reportedAt: answeredAt }: CaseReported,
  { statementId, decision, decidedAt }: FinalAnswer,
): CaseEvent => ({
  type: 'LateReportAnswered',
  data: {
    ...{ caseId, statementId, decision, decidedAt, answeredAt },
    answered: { reportId, reporterId, noticeId, isUpheld },
  },
});

/** A case that stays decided keeps its urgency. */
const urgencyOf = (state: CaseState): Urgency => {
  const { severity, dueAt } = state as KnownCase;
  return { severity, dueAt };
};

function heldIn(state: KnownCase, command: Arrival, policy: CasePolicy): CaseEvent[] {
  const { caseId, holdId, at } = command;
  const { photoId, subjectId } = state;
  const reason = reasonToHold(state, policy, command.type === 'TakeNotice' ? command.circumstances : undefined);
  if (!reason || photoId === null || subjectId === null) return [];
  const about = reasonsWaiting(state, policy);
  // A hold is about everything that waits, so that it says of a finding that a machine took part.
  const usedScreening = about.includes('screening');
  const held = { caseId, statementId: holdId, photoId, subjectId, reason, about, usedScreening, heldAt: at };
  return [{ type: 'CasePhotoHeld', data: held }];
}
