import type { UnitOfWork } from '@candid/event-store';
import { type LoadedCase, reporterStreams } from '../aggregates.js';
import { endHeldPhoto, holdPhoto, releaseHeldPhoto, restorePhoto } from '../holding/hold-photo.js';
import { reinstatePerson, suspendPerson } from '../holding/suspend-person.js';
import type { Answered, CaseEvent } from './domain/events.js';
import type { CaseState } from './domain/state.js';

/** Decides on the case, and applies the effects on photos, people and reporters in the same append. */
export async function decideOnCase(
  unit: UnitOfWork,
  loaded: LoadedCase,
  command: Parameters<LoadedCase['decide']>[0],
  at: string,
): Promise<CaseEvent[]> {
  const before = loaded.state;
  const events = loaded.decide(command);
  for (const event of events) await applyEffect(unit, event, before, at);
  return events;
}

async function applyEffect(unit: UnitOfWork, event: CaseEvent, before: CaseState, at: string): Promise<void> {
  switch (event.type) {
    case 'CasePhotoHeld': {
      const { subjectId: ownerId, photoId } = event.data;
      return holdPhoto(unit, { ownerId, photoId, at });
    }
    case 'CaseHoldReleased': {
      const { subjectId: ownerId, photoId } = event.data;
      return releaseHeldPhoto(unit, { ownerId, photoId, at });
    }
    case 'CaseDecided':
      await takeEffect(unit, event.data, at);
      return recordAnswers(unit, event.data.caseId, event.data.answered, at);
    case 'DecisionUndone':
      await undoEffect(unit, event.data, at);
      return event.data.isReopened ? withdrawAnswers(unit, before, event.data.statementId) : undefined;
    case 'AppealDecided':
      return recordAnswers(unit, event.data.caseId, event.data.answered, at);
    default:
  }
}

type Effect = Pick<
  Extract<CaseEvent, { type: 'CaseDecided' }>['data'],
  'statementId' | 'decision' | 'subjectId' | 'photoId' | 'until'
>;

async function takeEffect(
  unit: UnitOfWork,
  { statementId, decision, subjectId, photoId, until }: Effect,
  at: string,
): Promise<void> {
  if (subjectId === null) return;
  if (decision === 'suspendAccount' || decision === 'closeAccount')
    await suspendPerson(unit, { userId: subjectId, statementId, until, at });
  if (photoId === null) return;
  const subject = { ownerId: subjectId, photoId, at };
  if (decision === 'removePhoto' || decision === 'passOn') await endHeldPhoto(unit, subject, 'removed');
  if (decision === 'askForCrop') await endHeldPhoto(unit, subject, 'crop');
}

async function undoEffect(
  unit: UnitOfWork,
  { statementId, decision, subjectId, photoId }: Omit<Effect, 'until'>,
  at: string,
): Promise<void> {
  if (subjectId === null) return;
  if (decision === 'suspendAccount' || decision === 'closeAccount')
    await reinstatePerson(unit, { userId: subjectId, statementId, at });
  const isAboutPhoto = decision === 'removePhoto' || decision === 'passOn' || decision === 'askForCrop';
  if (photoId !== null && isAboutPhoto) await restorePhoto(unit, { ownerId: subjectId, photoId, at });
}

async function recordAnswers(unit: UnitOfWork, caseId: string, answered: readonly Answered[], at: string) {
  for (const { reporterId, reportId, isUpheld } of answered) {
    if (reporterId === null) continue;
    (await unit.load(reporterStreams, reporterId)).decide({
      type: 'RecordAnswer',
      ...{ reporterId, reportId, caseId, isUpheld, at },
    });
  }
}

async function withdrawAnswers(unit: UnitOfWork, before: CaseState, statementId: string): Promise<void> {
  if (before.status === 'unknown') return;
  const { caseId } = before;
  for (const { reporterId, reportId, answeredBy } of before.reports) {
    if (answeredBy !== statementId || reporterId === null) continue;
    const reporter = await unit.load(reporterStreams, reporterId);
    reporter.decide({ type: 'WithdrawAnswer', reporterId, reportId, caseId });
  }
}
