import { supportCorrectionsRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

const PAGE = 50;

@Controller()
export class CorrectionsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.requestCorrection)
  async requestCorrection(@Input() { body, context }: RouteInput<typeof routes.requestCorrection>) {
    const { amount: amountTokens, ticket, ...rest } = body;
    const request = { ...rest, amountTokens, ...(ticket && { ticket }) };
    return { success: true, ...(await this.services.call(ask.corrections.requestCorrection, request, context)) };
  }

  @HttpRoute(routes.listCorrections)
  async listCorrections(@Input() { query, context }: RouteInput<typeof routes.listCorrections>) {
    const request = { ...query, limit: query.limit ?? PAGE };
    return { success: true, ...(await this.services.call(ask.corrections.listCorrections, request, context)) };
  }

  @HttpRoute(routes.approveCorrection)
  async approveCorrection(@Input() { params, body, context }: RouteInput<typeof routes.approveCorrection>) {
    const request = { ...params, ...body };
    return { success: true, ...(await this.services.call(ask.corrections.approveCorrection, request, context)) };
  }

  @HttpRoute(routes.rejectCorrection)
  async rejectCorrection(@Input() { params, body, context }: RouteInput<typeof routes.rejectCorrection>) {
    const request = { ...params, ...body };
    return { success: true, ...(await this.services.call(ask.corrections.rejectCorrection, request, context)) };
  }
}
