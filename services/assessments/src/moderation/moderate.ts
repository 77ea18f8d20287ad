import { type PersonContext, moderationRpc as rpc } from '@candid/contracts';
import { Commands, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { endHeldPhoto, holdPhoto, releaseHeldPhoto, restorePhoto } from '../holding/hold-photo.js';
import { reinstatePerson, suspendPerson } from '../holding/suspend-person.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { type Answered, type CaseEvent, caseStreamId, type Moderator } from './case.js';
import type { CaseState } from './case-state.js';
import { CasesQuery, moderatorOf } from './cases.query.js';
import { caseStreams, type LoadedCase } from './decide.js';
import { keepText, secondTextId, undoingTextId } from './moderation-texts.rows.js';
import { reporterStreams } from './reporter.js';

interface OnCase {
  unit: UnitOfWork;
  loaded: LoadedCase;
  moderator: Moderator;
  at: string;
}

/**
 * Everything that moderators read and do on one case. One transaction contains a decision, its texts, and its effects on
 * photos, people and reporters. The declarations of the messages decide who may call.
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
  async claim({ caseId, release }: Sent<typeof rpc.claimCase>, context: PersonContext) {
    return this.onCase(rpc.claimCase, caseId, context, async ({ unit, loaded, moderator, at }) => {
      await decideOnCase(unit, loaded, { type: release ? 'GiveBack' : 'Claim', ...moderator, at }, at);
    });
  }

  @RpcHandler(rpc.decideCase)
  async decide(request: Sent<typeof rpc.decideCase>, context: PersonContext) {
    const { caseId, decision, rule = null, days = null, reasons } = request;
    return this.onCase(rpc.decideCase, caseId, context, async ({ unit, loaded, moderator, at }) => {
      const statementId = uuidv7();
      const command = { type: 'Decide', ...moderator, decision, rule, days, statementId, at } as const;
      const events = await decideOnCase(unit, loaded, command, at);
      if (events.length > 0) keepReasons(unit, { textId: statementId, caseId, reasons, at });
    });
  }

  @RpcHandler(rpc.confirmClosure)
  async confirm({ caseId, isConfirmed, reasons }: Sent<typeof rpc.confirmClosure>, context: PersonContext) {
    return this.onCase(rpc.confirmClosure, caseId, context, async ({ unit, loaded, moderator, at }) => {
      const command = { type: 'ConfirmClosure', ...moderator, isConfirmed, at } as const;
      const [decided] = await decideOnCase(unit, loaded, command, at);
      const statementId = statementOf(decided);
      if (statementId) keepReasons(unit, { textId: secondTextId(statementId), caseId, reasons, at });
    });
  }

  @RpcHandler(rpc.undoDecision)
  async undo({ caseId, reasons }: Sent<typeof rpc.undoDecision>, context: PersonContext) {
    return this.onCase(rpc.undoDecision, caseId, context, async ({ unit, loaded, moderator, at }) => {
      const [undone] = await decideOnCase(unit, loaded, { type: 'Undo', ...moderator, holdId: uuidv7(), at }, at);
      const statementId = statementOf(undone);
      if (statementId) keepReasons(unit, { textId: undoingTextId(statementId), caseId, reasons, at });
    });
  }

  @RpcHandler(rpc.decideAppeal)
  async decideAppeal({ caseId, isGranted, reasons }: Sent<typeof rpc.decideAppeal>, context: PersonContext) {
    return this.onCase(rpc.decideAppeal, caseId, context, async ({ unit, loaded, moderator, at }) => {
      const answerId = uuidv7();
      const command = { type: 'DecideAppeal', ...moderator, isGranted, answerId, at } as const;
      const events = await decideOnCase(unit, loaded, command, at);
      if (events.length > 0) keepReasons(unit, { textId: answerId, caseId, reasons, at });
    });
  }

  private async onCase(
    message: Parameters<typeof commandContext>[0],
    caseId: string,
    context: PersonContext,
    work: (on: OnCase) => Promise<void>,
  ) {
    const moderator = moderatorOf(context);
    const command = commandContext(message, context);
    const { events } = await this.commands.execute(command, { serialBy: caseStreamId(caseId) }, async (unit) => {
      const loaded = await unit.load(caseStreams, caseId);
      await work({ unit, loaded, moderator, at: this.clock().toISOString() });
      return {};
    });
    await this.ownWrites.shownEverywhere(events);
    return { case: await this.cases.detail(caseId, moderator) };
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
