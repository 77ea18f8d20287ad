import { tokensRoutes as routes } from '@candid/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

const PURCHASE_WAIT_MS = 1_500;

@Controller()
export class PaymentsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.createCheckoutSession)
  async createCheckoutSession(@Input() { body, context }: RouteInput<typeof routes.createCheckoutSession>) {
    const { sessionId, url } = await this.services.call(ask.tokens.createCheckout, body, context);
    return { success: true, id: sessionId, url };
  }

  @HttpRoute(routes.addTokens)
  async addTokens(@Input() { userId, body, context }: RouteInput<typeof routes.addTokens>) {
    const { sessionId } = body;
    const request = { userId, ...(sessionId !== undefined && { sessionId }), waitMs: PURCHASE_WAIT_MS };
    const { available } = await this.services.call(ask.tokens.getBalanceAfterPurchase, request, context);
    return { success: true, tokenCount: available };
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
