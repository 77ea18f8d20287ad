import { type CommandContext, Commands, DomainError, type Executed } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { caseStreams } from '../aggregates.js';
import { requireRemaining } from '../participants/participants.rows.js';
import { AppealTokens } from './appeal-tokens.js';
import { nothingToAppeal } from './domain/errors.js';
import { caseStreamId } from './domain/events.js';
import { newestToldDecision } from './domain/state.js';
import { appealTextId, keepText } from './moderation-texts.rows.js';
import { StatementsQuery } from './statements.query.js';

interface AppealRequest {
  token?: string | undefined;
  statementId?: string | undefined;
  caseId?: string | undefined;
  text: string;
}

interface Appealed {
  caseId: string;
  /** Undefined for the newest decision of the case that the person may learn of. */
  statementId: string | undefined;
  subjectId: string;
}

/** By the link of a statement's mail, also while suspended, or by the person whom the statement or the case is about. */
@Injectable()
export class FileAppeal {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: AppealTokens,
    private readonly statements: StatementsQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param userId of the person who is logged in, if anybody is
   * @throws DomainError NOT_FOUND, ALREADY_APPEALED, APPEAL_EXPIRED, FORBIDDEN for a deleted account
   */
  async run(request: AppealRequest, userId: string | undefined, context: CommandContext): Promise<Executed<object>> {
    const { caseId, statementId, subjectId } = await this.appealed(request, userId);
    return this.commands.execute(context, { serialBy: caseStreamId(caseId) }, async (unit) => {
      unit.guardAppend((session) => requireRemaining(session, subjectId));
      const loaded = await unit.load(caseStreams, caseId);
      const { state } = loaded;
      const named = statementId ?? (state.status === 'known' ? newestToldDecision(state)?.statementId : undefined);
      if (named === undefined) throw nothingToAppeal();
      // An assessor's or an owner's own case, and nobody else's.
      if (state.status === 'unknown' || state.subjectId !== subjectId) throw nothingToAppeal();
      const at = this.clock().toISOString();
      loaded.decide({ type: 'FileAppeal', statementId: named, at });
      const { text } = request;
      const kept = { textId: appealTextId(named), caseId, kind: 'appeal', authorId: subjectId, text, at } as const;
      unit.writeWithEvents((session) => keepText(session, kept));
      return {};
    });
  }

  private async appealed({ token, statementId, caseId }: AppealRequest, userId: string | undefined): Promise<Appealed> {
    if (token !== undefined) return this.ofStatement(this.tokens.statementOf(token));
    if (userId === undefined) throw new DomainError('UNAUTHENTICATED', 'Please log in.');
    if (caseId !== undefined) return { caseId, statementId: undefined, subjectId: userId };
    return { ...(await this.ofStatement(statementId)), subjectId: userId };
  }

  private async ofStatement(statementId: string | undefined): Promise<Appealed> {
    const place = statementId === undefined ? undefined : await this.statements.placeOf(statementId);
    if (!place?.subjectId) throw nothingToAppeal();
    return { caseId: place.caseId, statementId, subjectId: place.subjectId };
  }
}
