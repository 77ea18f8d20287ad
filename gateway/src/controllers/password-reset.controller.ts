import { identityRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class PasswordResetController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.requestPasswordReset)
  async requestPasswordReset(@Input() { body, context }: RouteInput<typeof routes.requestPasswordReset>) {
    await this.services.call(ask.identity.requestPasswordReset, body, context);
    const message = 'If an account exists with this email, you will receive a password reset link shortly.';
    return { success: true, message };
  }

  @HttpRoute(routes.validatePasswordReset)
  async validatePasswordReset(@Input() { params, context }: RouteInput<typeof routes.validatePasswordReset>) {
    return { success: true, ...(await this.services.call(ask.identity.validatePasswordReset, params, context)) };
  }

  @HttpRoute(routes.resetPassword)
  async resetPassword(@Input() { body, context }: RouteInput<typeof routes.resetPassword>) {
    await this.services.call(ask.identity.resetPassword, body, context);
    return { success: true, message: 'Password successfully reset. You can now log in with your new password.' };
  }
}
