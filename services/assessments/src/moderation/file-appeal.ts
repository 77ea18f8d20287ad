import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CommandContext, Commands, DomainError, type Executed } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { requireRemaining } from '../participants/participants.rows.js';
import { caseStreamId, nothingToAppeal } from './case.js';
import { newestToldDecision } from './case-state.js';
import { caseStreams } from './decide.js';
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

/**
 * Token in the link of a statement's mail, which replaces a log-in: the statement's id and 128 bits of its HMAC-SHA256.
 * Only mails contain it. The token does not expire; the time for an appeal does.
 */
@Injectable()
export class AppealTokens {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<AssessmentsSettings, 'appealTokenKey'>) {}

  of(statementId: string): string {
    const id = Buffer.from(statementId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, this.mac(id)]).toString('base64url');
  }

  /** Returns undefined for a token that this service did not sign. */
  statementOf(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const id = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), this.mac(id))) return undefined;
    const hex = id.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  private mac(id: Buffer): Buffer {
    return createHmac('sha256', this.settings.appealTokenKey).update(id).digest().subarray(0, MAC_BYTES);
  }
}

/** Files an appeal with the link of a statement's mail, also while suspended, or for the logged-in person concerned by the case. */
@Injectable()
export class FileAppeal {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: AppealTokens,
    private readonly statements: StatementsQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param userId the logged-in person; undefined if nobody is logged in
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
      // The case has to concern the person who appeals.
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

const MAC_BYTES = 16;
const ID_BYTES = 16;
