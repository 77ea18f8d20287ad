import { tokensRoutes as routes } from '@candid/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

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

  /** The signature is over the bytes as they came, so it is these that the service gets. */
  @HttpRoute(routes.takePaymentNotification)
  async takeNotification(
    @Req() { rawBody, headers }: FastifyRequest,
    @Input() { context }: RouteInput<typeof routes.takePaymentNotification>,
  ) {
    const signature = headers['stripe-signature'];
    const request = {
      body: rawBody?.toString('base64') ?? '',
      signature: typeof signature === 'string' ? signature : '',
    };
    await this.services.call(ask.tokens.takePaymentNotification, request, context);
    return { success: true, received: true };
  }
}
