import { type RequestContext, reportsRpc, type UserId } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { commandContext, type Reply, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../own-writes.js';
import { AppealTokens } from './appeal-tokens.js';
import { FileAppeal } from './file-appeal.js';
import { Report } from './report.js';
import { StatementsQuery } from './statements.query.js';

const { report, listOwnReports, listStatements, getStatementByToken, appeal, getStatementMail } = reportsRpc;

const statementUnknown = (): DomainError => new DomainError('NOT_FOUND', 'This link is not valid.');

/** What people report, are told, and appeal against. */
@Controller()
export class ReportsController {
  constructor(
    private readonly reporting: Report,
    private readonly appealing: FileAppeal,
    private readonly statements: StatementsQuery,
    private readonly tokens: AppealTokens,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(report)
  async report(request: Sent<typeof report>, context: RequestContext) {
    requireSelf(context, request.userId);
    const { answer, events } = await this.reporting.run(request, commandContext(report, context));
    await this.ownWrites.shownEverywhere(events);
    return answer as Reply<typeof report>;
  }

  @RpcHandler(listOwnReports)
  async ownReports({ userId, ...page }: Sent<typeof listOwnReports>, context: RequestContext) {
    requireSelf(context, userId);
    return this.statements.reportsOf(userId, page);
  }

  @RpcHandler(listStatements)
  async list({ userId, ...page }: Sent<typeof listStatements>, context: RequestContext) {
    requireSelf(context, userId);
    return this.statements.ofPerson(userId, page);
  }

  @RpcHandler(getStatementByToken)
  async byToken({ token }: Sent<typeof getStatementByToken>) {
    const statementId = this.tokens.statementOf(token);
    const statement = statementId === undefined ? undefined : await this.statements.byId(statementId);
    if (!statement) throw statementUnknown();
    return { statement };
  }

  @RpcHandler(appeal)
  async appeal(request: Sent<typeof appeal>, context: RequestContext) {
    const userId = context.userId as UserId | undefined;
    const { events } = await this.appealing.run(request, userId, commandContext(appeal, context));
    await this.ownWrites.shownInCases(events);
    return {};
  }

  @RpcHandler(getStatementMail)
  async mail({ statementId }: Sent<typeof getStatementMail>) {
    const statement = (await this.statements.byId(statementId)) ?? null;
    const appealToken = statement?.appealUntil ? this.tokens.of(statement.statementId) : null;
    return { statement, appealToken };
  }
}
