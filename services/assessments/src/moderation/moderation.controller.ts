import { belongsToStaff, moderationRpc, type PersonContext } from '@candid/contracts';
import type { Executed } from '@candid/event-store';
import { commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../own-writes.js';
import { CaseQueueQuery } from './case-queue.query.js';
import { CasesQuery } from './cases.query.js';
import type { Moderator } from './domain/commands.js';
import { Moderate } from './moderate.js';
import { TransparencyQuery } from './transparency.query.js';

const { listCases, getCase, claimCase, decideCase, confirmClosure, undoDecision, decideAppeal } = moderationRpc;
const { getEvidence, transparencyReport } = moderationRpc;

/** The moderation desk. Who may ask is decided by the messages' declarations. */
@Controller()
export class ModerationController {
  constructor(
    private readonly queue: CaseQueueQuery,
    private readonly cases: CasesQuery,
    private readonly moderating: Moderate,
    private readonly transparency: TransparencyQuery,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(listCases)
  async list(request: Sent<typeof listCases>, { userId }: PersonContext) {
    return this.queue.page(request, userId);
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

const moderatorOf = ({ userId: moderatorId, roles }: PersonContext): Moderator => ({
  moderatorId,
  isEvidenceStaff: belongsToStaff('evidence', roles),
});
