import {
  belongsToStaff,
  moderationRpc,
  type PersonContext,
  type RequestContext,
  reportsRpc,
  type UserId,
} from '@candid/contracts';
import { DomainError, type Executed } from '@candid/event-store';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { type Moderator } from './case.js';
import { CaseQueueQuery, CasesQuery } from './cases.query.js';
import { BlocksController, ChangeBlocks } from './change-blocks.js';
import { AppealTokens, FileAppeal } from './file-appeal.js';
import { Moderate } from './moderate.js';
import { ModerationMetrics } from './notice-holds.js';
import { OpenCases } from './open-cases.js';
import { Report, ReporterFactsQuery } from './report.js';
import { SeenPhotosQuery } from './seen-photos.query.js';
import { StatementsQuery, TransparencyQuery } from './statements.query.js';

const {
  listCases,
  getCase,
  getEvidence,
  claimCase,
  decideCase,
  confirmClosure,
  undoDecision,
  decideAppeal,
  transparencyReport,
} = moderationRpc;

/** Calls of moderators. The declarations of the messages decide who may make them. */
@Controller()
class ModerationMessages {
  constructor(
    private readonly queue: CaseQueueQuery,
    private readonly cases: CasesQuery,
    private readonly moderating: Moderate,
    private readonly transparency: TransparencyQuery,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(listCases)
  async list(request: Sent<typeof listCases>, context: PersonContext) {
    return this.queue.page(request, moderatorOf(context));
  }

  @RpcHandler(getCase)
  async get({ caseId, cursor }: Sent<typeof getCase>, context: PersonContext) {
    return { case: await this.cases.detail(caseId, moderatorOf(context), { cursor }) };
  }

  @RpcHandler(getEvidence)
  async evidence({ caseId, cursor }: Sent<typeof getEvidence>, context: PersonContext) {
    return { case: await this.cases.detail(caseId, moderatorOf(context), { cursor, isEvidence: true }) };
  }

  @RpcHandler(claimCase)
  async claim({ caseId, release }: Sent<typeof claimCase>, context: PersonContext) {
    const command = commandContext(claimCase, context);
    return this.shown(caseId, context, this.moderating.claim(caseId, moderatorOf(context), release, command));
  }

  @RpcHandler(decideCase)
  async decide({ caseId, ...request }: Sent<typeof decideCase>, context: PersonContext) {
    const command = commandContext(decideCase, context);
    return this.shown(caseId, context, this.moderating.decide(caseId, moderatorOf(context), request, command));
  }

  @RpcHandler(confirmClosure)
  async confirm({ caseId, ...request }: Sent<typeof confirmClosure>, context: PersonContext) {
    const command = commandContext(confirmClosure, context);
    return this.shown(caseId, context, this.moderating.confirm(caseId, moderatorOf(context), request, command));
  }

  @RpcHandler(undoDecision)
  async undo({ caseId, reasons }: Sent<typeof undoDecision>, context: PersonContext) {
    const command = commandContext(undoDecision, context);
    return this.shown(caseId, context, this.moderating.undo(caseId, moderatorOf(context), reasons, command));
  }

  @RpcHandler(decideAppeal)
  async decideAppeal({ caseId, ...request }: Sent<typeof decideAppeal>, context: PersonContext) {
    const command = commandContext(decideAppeal, context);
    return this.shown(caseId, context, this.moderating.decideAppeal(caseId, moderatorOf(context), request, command));
  }

  @RpcHandler(transparencyReport)
  async report(span: Sent<typeof transparencyReport>) {
    return this.transparency.of(span);
  }

  private async shown(caseId: string, context: PersonContext, work: Promise<Executed<object>>) {
    const { events } = await work;
    await this.ownWrites.shownEverywhere(events);
    return { case: await this.cases.detail(caseId, moderatorOf(context)) };
  }
}

const { report, listOwnReports, listStatements, getStatementByToken, appeal, getStatementMail } = reportsRpc;

/** Calls with which people report, read statements and appeal. */
@Controller()
class ReportMessages {
  constructor(
    private readonly reporting: Report,
    private readonly appealing: FileAppeal,
    private readonly statements: StatementsQuery,
    private readonly tokens: AppealTokens,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(report)
  async report(request: Sent<typeof report>, context: RequestContext) {
    const { answer, events } = await this.reporting.run(request, commandContext(report, context));
    await this.ownWrites.shownEverywhere(events);
    return answer as Reply<typeof report>;
  }

  @RpcHandler(listOwnReports)
  async ownReports({ userId, ...page }: Sent<typeof listOwnReports>) {
    return this.statements.reportsOf(userId, page);
  }

  @RpcHandler(listStatements)
  async list({ userId, ...page }: Sent<typeof listStatements>) {
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

const moderatorOf = ({ userId: moderatorId, roles }: PersonContext): Moderator => ({
  moderatorId,
  isEvidenceStaff: belongsToStaff('evidence', roles),
});

const statementUnknown = (): DomainError => new DomainError('NOT_FOUND', 'This link is not valid.');

export const moderation = {
  controllers: [BlocksController, ModerationMessages, ReportMessages],
  providers: [
    ChangeBlocks,
    Report,
    OpenCases,
    Moderate,
    FileAppeal,
    AppealTokens,
    ReporterFactsQuery,
    SeenPhotosQuery,
    StatementsQuery,
    CaseQueueQuery,
    CasesQuery,
    TransparencyQuery,
    ModerationMetrics,
  ],
};
