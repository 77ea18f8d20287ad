import { type CommandContext, Commands, type Executed, type UnitOfWork } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { caseStreams, type LoadedCase } from '../aggregates.js';
import { decideOnCase } from './case-effects.js';
import type { Moderator } from './domain/commands.js';
import { type CaseEvent, caseStreamId } from './domain/events.js';
import type { Decision } from './domain/vocabulary.js';
import { keepText, secondTextId, undoingTextId } from './moderation-texts.rows.js';

interface DecisionRequest {
  decision: Decision;
  rule?: string | undefined;
  reasons: string;
  days?: number | undefined;
}

/** What moderators do with a case. Decision, effects on photos, people and reporters, and the words are one transaction. */
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
