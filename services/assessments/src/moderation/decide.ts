import { type CaseReason, MODERATION } from '@candid/contracts';
import { type Aggregate, DomainError, type LoadedStream } from '@candid/event-store';
import {
  type Answered,
  type CaseCommand,
  type CaseEvent,
  type CaseOrigin,
  type CaseReported,
  caseStreamId,
  caseUnknown,
  conflict,
  nothingToAppeal,
  ownDecision,
  ownMatter,
  type TakeNotice,
  type TakeReport,
  type TakeScreening,
  type Urgency,
  urgencyWith,
} from './case.js';
import {
  type CaseState,
  type DecisionRecord,
  decisionOf,
  evolve,
  type FinalAnswer,
  finalAnswer,
  initialState,
  isAboutAccount,
  type KnownCase,
  newestDecision,
  openAppeal,
  reasonsWaiting,
  waitingReports,
} from './case-state.js';
import {
  claim,
  confirmClosure,
  decideCase,
  giveBack,
  isOwnMatter,
  ofDecision,
  refuseClaimedByAnother,
  releaseHold,
  requireEvidenceStaff,
  undo,
} from './decide-case.js';
import { opensAgain, reasonToHold } from './hold-policy.js';
import { isInGoodStanding } from './reporter.js';

function decide(command: CaseCommand, state: CaseState): CaseEvent[] {
  switch (command.type) {
    case 'TakeReport':
      return takeReport(command, state);
    case 'TakeNotice':
      return takeNotice(command, state);
    case 'TakeScreening':
      return takeScreening(command, state);
    case 'RecordPhotoDeleted':
      return keepPictures(state, command.at);
  }
  if (state.status === 'unknown') throw caseUnknown();
  if ('moderatorId' in command && isOwnMatter(state, command.moderatorId)) throw ownMatter();
  switch (command.type) {
    case 'Claim':
      return claim(command, state);
    case 'GiveBack':
      return giveBack(command, state);
    case 'Decide':
      return decideCase(command, state);
    case 'ConfirmClosure':
      return confirmClosure(command, state);
    case 'Undo':
      return undo(command, state);
    case 'FileAppeal':
      return fileAppeal(command, state);
    case 'DecideAppeal':
      return decideAppeal(command, state);
  }
}

type Arrival = TakeReport | TakeNotice | TakeScreening;

function takeReport(command: TakeReport, state: CaseState): CaseEvent[] {
  const { caseId, reportId, reporterId, reason, ratingId, photoId, reporter, at } = command;
  if (state.status === 'known') {
    if (state.reports.some((report) => report.reporterId === reporterId && report.ratingId === ratingId))
      throw new DomainError('ALREADY_REPORTED', 'You have reported this already. We look into it.');
    if (waitingReports(state).length >= MODERATION.waitingReportsMax)
      throw new DomainError('RATE_LIMITED', 'Many people have reported this already. We look into it.');
  }
  const { standing, isNew, weight, linkedReporterIds } = reporter;
  // `isCounted` may be true for an owner as well: owners report ratings, and such a report never holds a photo.
  const isCounted = isInGoodStanding(reporter);
  const of = { caseId, reportId, reporterId, noticeId: null, reason, ratingId, photoId };
  const alone = { fromElsewhere: [], isConfirmed: false };
  const facts = { standing, isNew, weight, linkedReporterIds: [...linkedReporterIds], isCounted, ...alone };
  const events = arrive(command, state, { origin: 'report', reason, reporter }, (answer, urgency) => ({
    type: 'CaseReported',
    data: { ...of, ...facts, ...answer, reportedAt: at, ...urgency },
  }));
  return command.isPhotoDeleted ? [...events, ...keepPictures(events.reduce(evolve, state), at)] : events;
}

/** Requests that the pictures of a deleted photo are kept while its case waits for a decision. */
function keepPictures(state: CaseState, reportedAt: string): CaseEvent[] {
  if (state.status === 'unknown' || !state.isOpen || state.photoId === null || state.subjectId === null) return [];
  const { caseId, photoId, subjectId } = state;
  return [{ type: 'DeletedPhotoReported', data: { caseId, photoId, subjectId, reportedAt } }];
}

/**
 * A notice never counts as a report. It holds a photo only with further evidence (`supports`). The confirmation of a
 * notice repeats the notice and may arrive before it. Redelivery emits nothing. The identity service limits the number
 * of waiting notices about one photo.
 */
function takeNotice(command: TakeNotice, state: CaseState): CaseEvent[] {
  const { caseId, reportId, noticeId, reason, subject, sender, isConfirmed, at } = command;
  const known = state.status === 'known' ? state.reports.find((report) => report.noticeId === noticeId) : undefined;
  if (known) return isConfirmed && !known.isConfirmed ? confirmNotice(command, state as KnownCase) : [];
  const { photoId } = subject;
  const of = { caseId, reportId, reporterId: null, noticeId, reason, ratingId: null, photoId };
  const { standing = null, isNew = false, weight = null } = sender ?? {};
  const support = { fromElsewhere: [...command.fromElsewhere], isConfirmed };
  const facts = { standing, isNew, weight, linkedReporterIds: [], isCounted: false, ...support };
  return arrive(command, state, { origin: 'notice', reason, reporter: null }, (answer, urgency) => ({
    type: 'CaseReported',
    data: { ...of, ...facts, ...answer, reportedAt: at, ...urgency },
  }));
}

function confirmNotice(command: TakeNotice, state: KnownCase): CaseEvent[] {
  const { caseId, reportId, at: confirmedAt } = command;
  const confirmed: CaseEvent = { type: 'CaseNoticeConfirmed', data: { caseId, reportId, confirmedAt } };
  return [confirmed, ...heldIn(evolve(state, confirmed) as KnownCase, command)];
}

/** A photo is screened once: redelivery emits nothing. */
function takeScreening(command: TakeScreening, state: CaseState): CaseEvent[] {
  const { caseId, findings, at } = command;
  if (findings.length === 0 || (state.status === 'known' && state.findings.length > 0)) return [];
  return arrive(command, state, { origin: 'screening', reason: 'screening', reporter: null }, (_, urgency) => ({
    type: 'CaseScreened',
    data: { caseId, findings: [...findings], screenedAt: at, ...urgency },
  }));
}

interface Arriving {
  origin: CaseOrigin;
  reason: CaseReason;
  reporter: TakeReport['reporter'] | null;
}

type Answer = Pick<CaseReported, 'answeredBy' | 'isUpheld'>;

/** Opens or reopens the case if needed. If a decision or a granted appeal answers the report, an event records that. */
function arrive(
  command: Arrival,
  state: CaseState,
  { origin, reason, reporter }: Arriving,
  recorded: (answer: Answer, urgency: Urgency) => Extract<CaseEvent, { type: 'CaseReported' | 'CaseScreened' }>,
): CaseEvent[] {
  const { caseId, subject, at } = command;
  const events: CaseEvent[] = [];
  const waits = state.status === 'known' && state.isOpen;
  const opens = state.status === 'unknown' || (!waits && opensAgain(state, reason, reporter, at));
  const urgency = urgencyWith(reason, at, waits ? state : undefined);
  if (state.status === 'unknown')
    events.push({ type: 'CaseOpened', data: { caseId, ...subject, origin, openedAt: at, ...urgency } });
  else if (opens) events.push({ type: 'CaseReopened', data: { caseId, origin, openedAt: at, ...urgency } });
  const given = state.status === 'known' && !waits && !opens ? finalAnswer(state) : undefined;
  const answer = {
    answeredBy: given?.statementId ?? null,
    isUpheld: given !== undefined && given.decision !== 'noViolation',
  };
  // A case that stays decided keeps its urgency.
  const { severity, dueAt } = waits || opens ? urgency : (state as KnownCase);
  const arrived = recorded(answer, { severity, dueAt });
  events.push(arrived);
  if (arrived.type === 'CaseReported' && given) events.push(answeredLate(arrived.data, given));
  const after = events.reduce(evolve, state);
  return after.status === 'known' ? [...events, ...heldIn(after, command)] : events;
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

function heldIn(state: KnownCase, command: Arrival): CaseEvent[] {
  const { caseId, holdId, at } = command;
  const { photoId, subjectId } = state;
  const reason = reasonToHold(state, command.type === 'TakeNotice' ? command.circumstances : undefined);
  if (!reason || photoId === null || subjectId === null) return [];
  const about = reasonsWaiting(state);
  // The hold names all waiting reasons, so that its statement says whether automatic screening took part.
  const usedScreening = about.includes('screening');
  const held = { caseId, statementId: holdId, photoId, subjectId, reason, about, usedScreening, heldAt: at };
  return [{ type: 'CasePhotoHeld', data: held }];
}

type DecideAppeal = Extract<CaseCommand, { type: 'DecideAppeal' }>;

/** Rejects an appeal if the person may not learn about the decision, or if the decision favours the person. */
function fileAppeal({ statementId, at }: Extract<CaseCommand, { type: 'FileAppeal' }>, state: KnownCase): CaseEvent[] {
  const decision = decisionOf(state, statementId);
  if (!decision?.isTold) throw nothingToAppeal();
  if (decision.appeal) throw new DomainError('ALREADY_APPEALED', 'You have appealed against this decision already.');
  if (decision.decision === 'noViolation' || decision.undoneAt !== null) throw nothingToAppeal();
  if (Date.parse(at) - Date.parse(decision.decidedAt) > MODERATION.appealMs)
    throw new DomainError('APPEAL_EXPIRED', 'The six months for an appeal are over.');
  const dueAt = new Date(Date.parse(at) + MODERATION.appealTargetMs).toISOString();
  return [{ type: 'AppealFiled', data: { ...ofDecision(decision), filedAt: at, dueAt } }];
}

/** Requires a moderator who took no part in the decision. A granted appeal undoes the decision; the case stays decided. */
function decideAppeal(command: DecideAppeal, state: KnownCase): CaseEvent[] {
  const { moderatorId, isGranted, answerId, at } = command;
  const appealed = openAppeal(state);
  if (!appealed) {
    if (isSameAgain(command, state)) return [];
    throw conflict('There is no appeal to decide.');
  }
  if (tookPart(appealed, moderatorId)) throw ownDecision();
  requireEvidenceStaff(state, command);
  refuseClaimedByAnother(state, command, at);
  const answered: Answered[] = state.reports
    .filter(({ answeredBy }) => answeredBy === appealed.statementId)
    .map(({ reportId, reporterId, noticeId }) => ({ reportId, reporterId, noticeId, isUpheld: !isGranted }));
  const of = ofDecision(appealed);
  const events: CaseEvent[] = [
    { type: 'AppealDecided', data: { ...of, isGranted, answerId, decidedBy: moderatorId, decidedAt: at, answered } },
  ];
  if (!isGranted) return events;
  events.push({ type: 'DecisionUndone', data: { ...of, undoneBy: null, undoneAt: at, isReopened: false } });
  // The hold stays if newer reports (open case) or a newer decision need it.
  const ownsHold = isAboutAccount(appealed.decision) && appealed === newestDecision(state) && !state.isOpen;
  return ownsHold ? [...events, ...releaseHold(state, at)] : events;
}

export const tookPart = (
  { decidedBy, confirmedBy }: Pick<DecisionRecord, 'decidedBy' | 'confirmedBy'>,
  moderatorId: string,
): boolean => decidedBy === moderatorId || confirmedBy === moderatorId;

function isSameAgain({ moderatorId, isGranted }: DecideAppeal, { decisions }: KnownCase): boolean {
  const appeal = decisions.findLast((decision) => decision.appeal !== null)?.appeal;
  return appeal?.decidedBy === moderatorId && appeal.outcome === (isGranted ? 'granted' : 'rejected');
}

export const caseStreams: Aggregate<CaseState, CaseCommand, CaseEvent> = {
  initialState,
  evolve,
  decide,
  streamOf: caseStreamId,
};

export type LoadedCase = LoadedStream<CaseState, CaseCommand, CaseEvent>;
