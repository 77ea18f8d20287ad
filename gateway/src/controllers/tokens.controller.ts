import { tokensRoutes as routes, supportRoutes } from '@candid/contracts';
import { Controller, Header, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { tokenCountOf } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

const STATEMENT_PAGE = 50;

@Controller()
export class TokensController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.chargeTokens)
  async chargeTokens(@Input() { userId, body, context }: RouteInput<typeof routes.chargeTokens>) {
    const { testLimit: assessors } = body;
    const { available } = await (assessors > 0
      ? this.services.call(ask.tokens.holdForNextStart, { userId, assessors }, context)
      : this.services.call(ask.tokens.releaseUnusedHolds, { userId }, context));
    const message =
      assessors > 0
        ? 'These tokens are set aside for your next assessment. Unused, they return after 15 minutes.'
        : 'Tokens that were set aside and not used are yours again.';
    return { success: true, remainingTokens: available, message };
  }

  /** The reward was booked when the ratings were accepted; what the client says it earned changes nothing. */
  @HttpRoute(routes.updateTokens)
  async updateTokens(@Input() { userId, context }: RouteInput<typeof routes.updateTokens>) {
    return { success: true, tokenCount: await tokenCountOf(this.services, userId, context) };
  }

  @HttpRoute(routes.listTokenPacks)
  @Header('cache-control', 'public, max-age=60, stale-while-revalidate=3600')
  async listTokenPacks(@Input() { context }: RouteInput<typeof routes.listTokenPacks>) {
    return { success: true, ...(await this.services.call(ask.tokens.listPacks, {}, context)) };
  }

  @HttpRoute(routes.getStatement)
  async getStatement(@Input() { userId, query, context }: RouteInput<typeof routes.getStatement>) {
    const request = { userId, limit: query.limit ?? STATEMENT_PAGE, ...(query.cursor ? { cursor: query.cursor } : {}) };
    return { success: true, ...(await this.services.call(ask.tokens.getStatement, request, context)) };
  }

  @HttpRoute(supportRoutes.trialBalance)
  async trialBalance(@Input() { query, context }: RouteInput<typeof supportRoutes.trialBalance>) {
    return { success: true, ...(await this.services.call(ask.tokens.trialBalance, query, context)) };
  }

  @HttpRoute(supportRoutes.grant)
  async grant(@Input() { params, body, context }: RouteInput<typeof supportRoutes.grant>) {
    const { amount, reason, ticket } = body;
    const request = { userId: params.userId, amountTokens: amount, reason, ...(ticket ? { ticket } : {}) };
    const { transferId, available } = await this.services.call(ask.tokens.grant, request, context);
    return { success: true, transferId, balance: available };
  }
}
