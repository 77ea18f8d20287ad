import { identitySupportRoutes as routes } from '@candid/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

const PAGE = 50;

@Controller()
export class IdentitySupportController {
  constructor(@Inject(Services) private readonly services: Services) {}

  /** Whose accounts were shown goes on record with the answer. */
  @HttpRoute(routes.findAccounts)
  async findAccounts(
    @Input() { query, context }: RouteInput<typeof routes.findAccounts>,
    @Req() request: FastifyRequest,
  ) {
    const { q, cursor, limit = PAGE } = query;
    const asked = { query: q, limit, ...(cursor !== undefined && { cursor }) };
    const { accounts, nextCursor } = await this.services.call(ask.support.findAccounts, asked, context);
    const userIds = accounts.map((account) => account.userId);
    for (const userId of userIds) request.supportCall?.found.add(userId);
    const { balances } = await this.services.call(ask.tokens.getBalances, { userIds }, context);
    const byUser = new Map(balances.map((balance) => [balance.userId, balance]));
    const shown = accounts.map((account) => {
      const { posted = 0, held = 0 } = byUser.get(account.userId) ?? {};
      return { ...account, balance: posted, held };
    });
    return { success: true, accounts: shown, nextCursor };
  }

  @HttpRoute(routes.listFeedback)
  async listFeedback(@Input() { query, context }: RouteInput<typeof routes.listFeedback>) {
    return { success: true, ...(await this.services.call(ask.support.listFeedback, pageOf(query), context)) };
  }

  /** The reason is on record before this is asked. */
  @HttpRoute(routes.revealFeedback)
  async revealFeedback(@Input() { params, context }: RouteInput<typeof routes.revealFeedback>) {
    return { success: true, ...(await this.services.call(ask.support.revealFeedback, params, context)) };
  }

  @HttpRoute(routes.listAuditLog)
  async listAuditLog(@Input() { query, context }: RouteInput<typeof routes.listAuditLog>) {
    return { success: true, ...(await this.services.call(ask.support.listAuditLog, pageOf(query), context)) };
  }

  @HttpRoute(routes.listPasskeys)
  async listPasskeys(@Input() { context }: RouteInput<typeof routes.listPasskeys>) {
    return { success: true, ...(await this.services.call(ask.support.listPasskeys, {}, context)) };
  }

  @HttpRoute(routes.addPasskey)
  async addPasskey(@Input() { body, context }: RouteInput<typeof routes.addPasskey>) {
    const { name, secret } = body;
    const added = { name, ...(secret !== undefined && { secret }) };
    return { success: true, ...(await this.services.call(ask.support.addPasskey, added, context)) };
  }

  @HttpRoute(routes.revokePasskey)
  async revokePasskey(@Input() { params, context }: RouteInput<typeof routes.revokePasskey>) {
    return { success: true, ...(await this.services.call(ask.support.revokePasskey, params, context)) };
  }
}

const pageOf = ({ cursor, limit = PAGE }: { cursor?: string | undefined; limit?: number | undefined }) => ({
  limit,
  ...(cursor !== undefined && { cursor }),
});
