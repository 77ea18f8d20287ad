import { type RequestContext, reportsRpc as rpc } from '@candid/contracts';
import { Commands, DomainError } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { requireRemaining } from '../participants/participants.rows.js';
import { AppealTokens } from './appeal-tokens.js';
import { caseStreamId, nothingToAppeal } from './case.js';
import { caseStreams } from './decide.js';
import { appealTextId, keepText } from './moderation-texts.rows.js';

type AppealRequest = Sent<typeof rpc.appeal>;

interface Appealed {
  caseId: string;
  /** If undefined, the appeal is against the newest decision that the person may learn of. */
  statementId: string | undefined;
  subjectId: string;
}

/** Files an appeal. The person is logged in or, even while suspended, uses the link in a statement's mail. */
@Controller()
export class FileAppeal {
  constructor(
    private readonly commands: Commands,
    private readonly tokens: AppealTokens,
    private readonly ownWrites: OwnWrites,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, ALREADY_APPEALED, APPEAL_EXPIRED, FORBIDDEN for a deleted account */
  @RpcHandler(rpc.appeal)
  async appeal(request: AppealRequest, context: RequestContext) {
    const { caseId, statementId, subjectId } = await this.appealed(request, context.userId);
    const command = commandContext(rpc.appeal, context);
    const { events } = await this.commands.execute(command, { serialBy: caseStreamId(caseId) }, async (unit) => {
      unit.guardAppend((session) => requireRemaining(session, subjectId));
      const loaded = await unit.load(caseStreams, caseId);
      const { state } = loaded;
      if (state.status === 'unknown' || state.subjectId !== subjectId) throw nothingToAppeal();
      const named = statementId ?? state.decisions.findLast(({ isTold }) => isTold)?.statementId;
      if (named === undefined) throw nothingToAppeal();
      const at = this.clock().toISOString();
      loaded.decide({ type: 'FileAppeal', statementId: named, at });
      const { text } = request;
      const kept = { textId: appealTextId(named), caseId, kind: 'appeal', authorId: subjectId, text, at } as const;
      unit.writeWithEvents((session) => keepText(session, kept));
      return {};
    });
    await this.ownWrites.shownInCases(events);
    return {};
  }

  private async appealed({ token, statementId, caseId }: AppealRequest, userId: string | undefined): Promise<Appealed> {
    if (token !== undefined) return this.ofStatement(this.tokens.statementOf(token));
    if (userId === undefined) throw new DomainError('UNAUTHENTICATED', 'Please log in.');
    if (caseId !== undefined) return { caseId, statementId: undefined, subjectId: userId };
    return { ...(await this.ofStatement(statementId)), subjectId: userId };
  }

  private async ofStatement(statementId: string | undefined): Promise<Appealed> {
    // `statementId` may also be the id of the answer to an appeal.
    const [place] = await this.database.query<Omit<Appealed, 'statementId'>>(
      `select case_id as "caseId", subject_id as "subjectId" from moderation_statement
        where (statement_id = $1::uuid or appeal_answer_id = $1::uuid) and is_told and subject_id is not null`,
      [statementId ?? null],
    );
    if (!place) throw nothingToAppeal();
    return { ...place, statementId };
  }
}
