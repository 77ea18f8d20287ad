import { normalisedEmail, type RequestContext, identitySupportRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { Passkeys } from '../application/passkeys.js';
import { refused, TEXTS } from '../application/refusals.js';
import { requireSomebody, requireSupport } from '../application/request-identity.js';
import { FoundAccountsQuery } from '../projections/account/found-accounts.query.js';
import { feedbackAddress, listFeedback } from '../records/feedback.js';
import { addRefusedCall, addSupportCall, addSupportCallOutcome, listSupportCalls } from '../records/support-audit.js';
import { veiledEmail } from '../records/veiled-email.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

/**
 * What is asked through the gateway has been recorded before it comes here. Everything else needs the role; recording does
 * not, for who tries without it is put down too.
 */
@Controller()
export class SupportController {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(FoundAccountsQuery) private readonly accounts: FoundAccountsQuery,
    @Inject(Passkeys) private readonly passkeys: Passkeys,
  ) {}

  @RpcHandler(rpc.findAccounts)
  async findAccounts({ query, ...page }: Sent<typeof rpc.findAccounts>, context: RequestContext) {
    requireSupport(context);
    return this.accounts.page({ email: normalisedEmail(query), id: query.trim().toLowerCase() }, page);
  }

  @RpcHandler(rpc.getFoundAccount)
  async getFoundAccount({ userId }: Sent<typeof rpc.getFoundAccount>, context: RequestContext) {
    requireSupport(context);
    return this.accounts.get(userId);
  }

  @RpcHandler(rpc.revealEmail)
  async revealEmail({ userId }: Sent<typeof rpc.revealEmail>, context: RequestContext) {
    requireSupport(context);
    return { email: await this.accounts.emailOf(userId) };
  }

  @RpcHandler(rpc.listFeedback)
  async listFeedback(page: Sent<typeof rpc.listFeedback>, context: RequestContext) {
    requireSupport(context);
    const { entries, nextCursor } = await listFeedback(readSessionOf(this.orm), page);
    return {
      entries: entries.map((entry) => ({ ...entry, email: entry.email && veiledEmail(entry.email) })),
      nextCursor,
    };
  }

  @RpcHandler(rpc.revealFeedback)
  async revealFeedback({ feedbackId }: Sent<typeof rpc.revealFeedback>, context: RequestContext) {
    requireSupport(context);
    const email = await feedbackAddress(readSessionOf(this.orm), feedbackId);
    if (email === undefined) throw refused('NOT_FOUND', TEXTS.noFeedbackAddress);
    return { email };
  }

  @RpcHandler(rpc.listPasskeys)
  async listPasskeys(_: Sent<typeof rpc.listPasskeys>, context: RequestContext) {
    requireSupport(context);
    return { passkeys: await this.passkeys.list() };
  }

  @RpcHandler(rpc.addPasskey)
  async addPasskey({ name, secret }: Sent<typeof rpc.addPasskey>, context: RequestContext) {
    requireSupport(context);
    return this.passkeys.add(name, secret, { rpc: rpc.addPasskey, context });
  }

  @RpcHandler(rpc.revokePasskey)
  async revokePasskey({ name }: Sent<typeof rpc.revokePasskey>, context: RequestContext) {
    requireSupport(context);
    return { passkey: await this.passkeys.revoke(name) };
  }

  @RpcHandler(rpc.recordSupportCall)
  async recordSupportCall(sent: Sent<typeof rpc.recordSupportCall>, context: RequestContext) {
    const userId = requireSomebody(context);
    const { reason = null, ticket = null } = sent;
    const added = { ...sent, userId, reason, ticket, requestId: context.requestId };
    const session = readSessionOf(this.orm);
    if (!context.roles.includes('support')) return { hasEntry: await addRefusedCall(session, added) };
    await addSupportCall(session, added);
    return { hasEntry: true };
  }

  @RpcHandler(rpc.recordSupportOutcome)
  async recordSupportOutcome(sent: Sent<typeof rpc.recordSupportOutcome>, context: RequestContext) {
    requireSomebody(context);
    await addSupportCallOutcome(readSessionOf(this.orm), { ...sent, code: sent.code ?? null });
    return {};
  }

  @RpcHandler(rpc.listAuditLog)
  async listAuditLog(page: Sent<typeof rpc.listAuditLog>, context: RequestContext) {
    requireSupport(context);
    return listSupportCalls(readSessionOf(this.orm), page);
  }
}
