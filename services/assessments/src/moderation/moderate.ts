import { type CommandContext, Commands, type Executed, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { endHeldPhoto, holdPhoto, releaseHeldPhoto, restorePhoto } from '../holding/hold-photo.js';
import { reinstatePerson, suspendPerson } from '../holding/suspend-person.js';
import { type Answered, type CaseEvent, caseStreamId, type Decision, type Moderator } from './case.js';
import type { CaseState } from './case-state.js';
import { caseStreams, type LoadedCase } from './decide.js';
import { keepText, secondTextId, undoingTextId } from './moderation-texts.rows.js';
import { reporterStreams } from './reporter.js';

interface DecisionRequest {
  decision: Decision;
  rule?: string | undefined;
  reasons: string;
  days?: number | undefined;
}

/** Commands of moderators. One transaction contains the decision, its texts, and its effects on photos, people and reporters. */
@Injectable()
export class Moderate {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  claim(caseId: string, moderator: Moderator, release: boolean, context: CommandContext) {
    return this.onCase(caseId, context, async (unit, loaded, at) => {
      await decideOnCase(unit, loaded, { type: release ? 'GiveBack' : 'Claim', ...moderator, at }, at);
    });
  }

  decide(caseId: string, moderator: Moderator, request: DecisionRequest, context: CommandContext) {
    return this.onCase(caseId, context, async (unit, loaded, at) => {
      const statementId = uuidv7();
      const { decision, rule = null, days = null, reasons } = request;
      const command = { type: 'Decide', ...moderator, decision, rule, days, statementId, at } as const;
      const events = await decideOnCase(unit, loaded, command, at);
      if (events.length > 0) keepReasons(unit, { textId: statementId, caseId, reasons, at });
    });
  }

  confirm(
    caseId: string,
    moderator: Moderator,
    { isConfirmed, reasons }: { isConfirmed: boolean; reasons: string },
    context: CommandContext,
  ) {
    return this.onCase(caseId, context, async (unit, loaded, at) => {
      const command = { type: 'ConfirmClosure', ...moderator, isConfirmed, at } as const;
      const [decided] = await decideOnCase(unit, loaded, command, at);
      const statementId = statementOf(decided);
      if (statementId) keepReasons(unit, { textId: secondTextId(statementId), caseId, reasons, at });
    });
  }

  undo(caseId: string, moderator: Moderator, reasons: string, context: CommandContext) {
    return this.onCase(caseId, context, async (unit, loaded, at) => {
      const [undone] = await decideOnCase(unit, loaded, { type: 'Undo', ...moderator, holdId: uuidv7(), at }, at);
      const statementId = statementOf(undone);
      if (statementId) keepReasons(unit, { textId: undoingTextId(statementId), caseId, reasons, at });
    });
  }

  decideAppeal(
    caseId: string,
    moderator: Moderator,
    { isGranted, reasons }: { isGranted: boolean; reasons: string },
    context: CommandContext,
  ) {
    return this.onCase(caseId, context, async (unit, loaded, at) => {
      const answerId = uuidv7();
      const command = { type: 'DecideAppeal', ...moderator, isGranted, answerId, at } as const;
      const events = await decideOnCase(unit, loaded, command, at);
      if (events.length > 0) keepReasons(unit, { textId: answerId, caseId, reasons, at });
    });
  }

  private onCase(
    caseId: string,
    context: CommandContext,
    work: (unit: UnitOfWork, loaded: LoadedCase, at: string) => Promise<void>,
  ): Promise<Executed<object>> {
    return this.commands.execute(context, { serialBy: caseStreamId(caseId) }, async (unit) => {
      await work(unit, await unit.load(caseStreams, caseId), this.clock().toISOString());
      return {};
    });
  }
}

const statementOf = (event: CaseEvent | undefined): string | undefined =>
  event && 'statementId' in event.data ? event.data.statementId : undefined;

function keepReasons(
  unit: UnitOfWork,
  { textId, caseId, reasons: text, at }: { textId: string; caseId: string; reasons: string; at: string },
): void {
  const kept = { textId, caseId, kind: 'reasons', authorId: null, text, at } as const;
  unit.writeWithEvents((session) => keepText(session, kept));
}

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
