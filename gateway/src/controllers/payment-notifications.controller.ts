import { tokensRoutes as routes } from '@candid/contracts';
import { Controller, Headers, type RawBodyRequest, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class PaymentNotificationsController {
  constructor(private readonly services: Services) {}

  /** The signature is over the bytes as they came, so it is these that the service gets. */
  @HttpRoute(routes.takePaymentNotification)
  async takeNotification(
    @Req() { rawBody }: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature: string | undefined,
    @Input() { context }: RouteInput<typeof routes.takePaymentNotification>,
  ) {
    const request = { body: rawBody?.toString('base64') ?? '', signature: signature ?? '' };
    await this.services.call(ask.tokens.takePaymentNotification, request, context);
    return { success: true, received: true };
  }
}
