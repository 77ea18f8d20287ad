import { supportAccountRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

@Controller()
export class SupportAccountController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.getAccount)
  async getAccount(@Input() { params, context }: RouteInput<typeof routes.getAccount>) {
    const [found, figures] = await Promise.all([
      this.services.call(ask.support.getFoundAccount, params, context),
      this.services.call(ask.supportAccount.getAccount, params, context),
    ]);
    const { balance, ...parts } = figures;
    const { posted, held, available } = balance;
    return { success: true, account: { ...found, balance: posted, held, available }, ...parts };
  }

  /** The reason is on record before this is asked. */
  @HttpRoute(routes.revealAccount)
  async revealAccount(@Input() { params, context }: RouteInput<typeof routes.revealAccount>) {
    return { success: true, ...(await this.services.call(ask.support.revealEmail, params, context)) };
  }
}
