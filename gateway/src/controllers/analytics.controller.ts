import { identityRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class AnalyticsController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.recordAnalytics)
  async recordAnalytics(@Input() { body, context }: RouteInput<typeof routes.recordAnalytics>) {
    await this.services.call(ask.identity.recordAnalytics, body, context);
    return { success: true };
  }
}
