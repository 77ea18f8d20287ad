import { type PersonContext, moderationRpc as rpc } from '@candid/contracts';
import { Commands, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { endHeldPhoto, holdPhoto, releaseHeldPhoto, restorePhoto } from '../holding/hold-photo.js';
import { reinstatePerson, suspendPerson } from '../holding/suspend-person.js';
import { OwnWrites } from '../kernel/own-writes.js';
import {
  type Answered,
  type CaseCommand,
  type CaseDecided,
  type CaseEvent,
  caseStreamId,
  type Moderator,
  type OfDecision,
} from './case.js';
import { type CaseState, isAboutAccount } from './case-state.js';
import { CasesQuery, moderatorOf } from './cases.query.js';
import { caseStreams, type LoadedCase } from './decide.js';
import { keepText, secondTextId, undoingTextId } from './moderation-texts.rows.js';
import { reporterStreams } from './reporter.js';

/**
 * Handles the messages that read and change one case. One transaction contains a decision, its texts, and its effects
 * on photos, people and reporters. The declarations of the messages decide which roles may send them.
 */
@Controller()
export class Moderate {
  constructor(
    private readonly commands: Commands,
    private readonly cases: CasesQuery,
    private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getCase)
  async get({ caseId, cursor }: Sent<typeof rpc.getCase>, context: PersonContext) {
    return { case: await this.cases.detail(caseId, moderatorOf(context), { cursor }) };
  }

  @RpcHandler(rpc.getEvidence)
  async evidence({ caseId, cursor }: Sent<typeof rpc.getEvidence>, context: PersonContext) {
    return { case: await this.cases.detail(caseId, moderatorOf(context), { cursor, isEvidence: true }) };
  }

  @RpcHandler(rpc.claimCase)
  async claim(request: Sent<typeof rpc.claimCase>, context: PersonContext) {
    const type = request.release ? 'GiveBack' : 'Claim';
    return this.act(rpc.claimCase, request, context, (by) => ({ type, ...by }));
  }

  @RpcHandler(rpc.decideCase)
  async decide(request: Sent<typeof rpc.decideCase>, context: PersonContext) {
    const { decision, rule = null, days = null } = request;
    return this.act(rpc.decideCase, request, context, (by) => ({
      ...{ type: 'Decide', ...by, decision, rule, days, statementId: uuidv7() },
    }));
  }

  @RpcHandler(rpc.confirmClosure)
  async confirm(request: Sent<typeof rpc.confirmClosure>, context: PersonContext) {
    const { isConfirmed } = request;
    const commandBy = (by: By) => ({ type: 'ConfirmClosure', ...by, isConfirmed }) as const;
    return this.act(rpc.confirmClosure, request, context, commandBy, secondTextId);
  }

  @RpcHandler(rpc.undoDecision)
  async undo(request: Sent<typeof rpc.undoDecision>, context: PersonContext) {
    const commandBy = (by: By) => ({ type: 'Undo', ...by, holdId: uuidv7() }) as const;
    return this.act(rpc.undoDecision, request, context, commandBy, undoingTextId);
  }

  @RpcHandler(rpc.decideAppeal)
  async decideAppeal(request: Sent<typeof rpc.decideAppeal>, context: PersonContext) {
    const { isGranted } = request;
    const answerId = uuidv7();
    const commandBy = (by: By) => ({ type: 'DecideAppeal', ...by, isGranted, answerId }) as const;
    return this.act(rpc.decideAppeal, request, context, commandBy, () => answerId);
  }

  /** @param textIdOf maps the statement's id to the id under which the moderator's reasons are stored */
  private async act(
    message: Parameters<typeof commandContext>[0],
    { caseId, reasons: text }: { caseId: string; reasons?: string },
    context: PersonContext,
    commandBy: (by: By) => CaseCommand,
    textIdOf = (statementId: string) => statementId,
  ) {
    const moderator = moderatorOf(context);
    const command = commandContext(message, context);
    const { events } = await this.commands.execute(command, { serialBy: caseStreamId(caseId) }, async (unit) => {
      const at = this.clock().toISOString();
      const loaded = await unit.load(caseStreams, caseId);
      const [first] = await decideOnCase(unit, loaded, commandBy({ ...moderator, at }), at);
      if (first && 'statementId' in first.data && text !== undefined) {
        const textId = textIdOf(first.data.statementId);
        const kept = { textId, caseId, kind: 'reasons', authorId: null, text, at } as const;
        unit.writeWithEvents((session) => keepText(session, kept));
      }
      return {};
    });
    await this.ownWrites.shownEverywhere(events);
    return { case: await this.cases.detail(caseId, moderator) };
  }
}

type By = Moderator & { at: string };

/** Decides on the case, and applies the effects on photos, people and reporters in the same append. */
export async function decideOnCase(
  unit: UnitOfWork,
  loaded: LoadedCase,
  command: CaseCommand,
  at: string,
): Promise<CaseEvent[]> {
  const before = loaded.state;
  const events = loaded.decide(command);
  for (const event of events) await applyEffect(unit, event, before, at);
  return events;
}

async function applyEffect(unit: UnitOfWork, event: CaseEvent, before: CaseState, at: string): Promise<void> {
  switch (event.type) {
    case 'CasePhotoHeld':
      return holdPhoto(unit, { ownerId: event.data.subjectId, photoId: event.data.photoId, at });
    case 'CaseHoldReleased':
      return releaseHeldPhoto(unit, { ownerId: event.data.subjectId, photoId: event.data.photoId, at });
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

async function takeEffect(
  unit: UnitOfWork,
  { statementId, decision, subjectId, photoId, until }: CaseDecided,
  at: string,
): Promise<void> {
  if (subjectId === null) return;
  if (isAboutAccount(decision)) await suspendPerson(unit, { userId: subjectId, statementId, until, at });
  if (photoId === null) return;
  const subject = { ownerId: subjectId, photoId, at };
  if (decision === 'removePhoto' || decision === 'passOn') await endHeldPhoto(unit, subject, 'removed');
  if (decision === 'askForCrop') await endHeldPhoto(unit, subject, 'crop');
}

async function undoEffect(
  unit: UnitOfWork,
  { statementId, decision, subjectId, photoId }: OfDecision,
  at: string,
): Promise<void> {
  if (subjectId === null) return;
  if (isAboutAccount(decision)) await reinstatePerson(unit, { userId: subjectId, statementId, at });
  const isAboutPhoto = decision === 'removePhoto' || decision === 'passOn' || decision === 'askForCrop';
  if (photoId !== null && isAboutPhoto) await restorePhoto(unit, { ownerId: subjectId, photoId, at });
}

async function recordAnswers(unit: UnitOfWork, caseId: string, answered: readonly Answered[], at: string) {
  for (const { reporterId, reportId, isUpheld } of answered) {
    if (reporterId === null) continue;
    const reporter = await unit.load(reporterStreams, reporterId);
    reporter.decide({ type: 'RecordAnswer', reporterId, reportId, caseId, isUpheld, at });
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
