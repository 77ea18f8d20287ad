import { identityRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class PreferencesController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.getLookingFor)
  async getLookingFor(@Input() { params, context }: RouteInput<typeof routes.getLookingFor>) {
    const lookingFor = await this.services.call(ask.identity.getLookingFor, { userId: params.userId }, context);
    return { success: true, lookingFor };
  }

  @HttpRoute(routes.updateLookingFor)
  async updateLookingFor(@Input() { userId, body, context }: RouteInput<typeof routes.updateLookingFor>) {
    await this.services.call(ask.identity.updateLookingFor, { ...body, userId }, context);
    return { success: true, message: 'Saved.' };
  }

  @HttpRoute(routes.getLocationPreferences)
  async getLocationPreferences(@Input() { userId, context }: RouteInput<typeof routes.getLocationPreferences>) {
    return { success: true, ...(await this.services.call(ask.identity.getLocationPreference, { userId }, context)) };
  }

  @HttpRoute(routes.updateLocationPreferences)
  async updateLocationPreferences(
    @Input() { userId, body, context }: RouteInput<typeof routes.updateLocationPreferences>,
  ) {
    return {
      success: true,
      ...(await this.services.call(ask.identity.updateLocationPreference, { ...body, userId }, context)),
    };
  }

  @HttpRoute(routes.clearNotifications)
  async clearNotifications(@Input() { userId, context }: RouteInput<typeof routes.clearNotifications>) {
    const account = await this.services.call(ask.identity.clearNotifications, { userId }, context);
    return { success: true, notificationNumber: account.notificationNumber };
  }

  @HttpRoute(routes.clearGeneralNotifications)
  async clearGeneralNotifications(@Input() { userId, context }: RouteInput<typeof routes.clearGeneralNotifications>) {
    const account = await this.services.call(ask.identity.clearGeneralNotifications, { userId }, context);
    return { success: true, generalNotifNumber: account.generalNotifNumber };
  }

  @HttpRoute(routes.sendFeedback)
  async sendFeedback(@Input() { body, context }: RouteInput<typeof routes.sendFeedback>) {
    const request = { feedback: body.feedback, ...(body.email ? { email: body.email } : {}) };
    await this.services.call(ask.identity.sendFeedback, request, context);
    return { success: true, message: 'Thank you for your feedback.' };
  }
}
