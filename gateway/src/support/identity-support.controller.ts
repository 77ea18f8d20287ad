import { listSupportActsRpc, identitySupportRoutes as routes, supportAccountRoutes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { plainRefusal } from '../errors/refusals.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';
import { isAway, SERVICES } from './every-service.js';
import { auditPage, auditPlaceOf } from './merged-pages.js';

const PAGE = 50;
const RETRY_AFTER_SECONDS = 5;

@Controller()
export class IdentitySupportController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.findAccounts)
  async findAccounts(@Input() { query, context }: RouteInput<typeof routes.findAccounts>) {
    const { q, cursor, limit = PAGE } = query;
    const asked = { query: q, limit, ...(cursor !== undefined && { cursor }) };
    const { accounts, nextCursor } = await this.services.call(ask.support.findAccounts, asked, context);
    const userIds = accounts.map((account) => account.userId);
    const { balances } = await this.services.call(ask.tokens.getBalances, { userIds }, context);
    const byUser = new Map(balances.map((balance) => [balance.userId, balance]));
    const shown = accounts.map((account) => {
      const { posted = 0, held = 0 } = byUser.get(account.userId) ?? {};
      return { ...account, balance: posted, held };
    });
    return { success: true, accounts: shown, nextCursor };
  }

  @HttpRoute(routes.listAuditLog)
  async listAuditLog(@Input() { query, context }: RouteInput<typeof routes.listAuditLog>) {
    const { cursor, limit = PAGE } = query;
    const asked = { limit: limit + 1, ...(cursor !== undefined && { before: auditPlaceOf(cursor) }) };
    // All of them or none: a page without a service's part would look whole.
    const told = await Promise.all(
      SERVICES.map((service) => this.services.call(listSupportActsRpc(service), asked, context)),
    ).catch((error: unknown) => {
      if (!isAway(error)) throw error;
      throw plainRefusal('UNAVAILABLE', RETRY_AFTER_SECONDS);
    });
    return {
      success: true,
      ...auditPage(
        told.flatMap(({ entries }) => entries),
        limit,
      ),
    };
  }

  @HttpRoute(supportAccountRoutes.getAccount)
  async getAccount(@Input() { params, context }: RouteInput<typeof supportAccountRoutes.getAccount>) {
    const [found, figures] = await Promise.all([
      this.services.call(ask.support.getFoundAccount, params, context),
      this.services.call(ask.supportAccount.getAccount, params, context),
    ]);
    const { balance, ...parts } = figures;
    const { posted, held, available } = balance;
    return { success: true, account: { ...found, balance: posted, held, available }, ...parts };
  }
}
