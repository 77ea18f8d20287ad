import { RaterStanding, ratersRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';

const PAGE = 50;

@Controller()
export class RatersController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.getRaterStanding)
  async standing(@Input() { userId, context }: RouteInput<typeof routes.getRaterStanding>) {
    const standing = await this.services.call(ask.raters.getRaterStanding, { userId }, context);
    return { success: true, ...RaterStanding.parse(standing) };
  }

  @HttpRoute(routes.appealRaterStanding)
  async appeal(@Input() { userId, body, context }: RouteInput<typeof routes.appealRaterStanding>) {
    const request = { userId, text: body.text };
    return { success: true, ...(await this.services.call(ask.raters.appealRaterStanding, request, context)) };
  }

  @HttpRoute(routes.listRaters)
  async list(@Input() { query, context }: RouteInput<typeof routes.listRaters>) {
    const request = { ...query, limit: query.limit ?? PAGE };
    return { success: true, ...(await this.services.call(ask.raters.listRaters, request, context)) };
  }

  @HttpRoute(routes.reinstateRater)
  async reinstate(@Input() { params, body, context }: RouteInput<typeof routes.reinstateRater>) {
    const request = { userId: params.userId, reason: body.reason };
    return { success: true, ...(await this.services.call(ask.raters.reinstateRater, request, context)) };
  }

  @HttpRoute(routes.registerGoldTest)
  async registerGoldTest(@Input() { body, context }: RouteInput<typeof routes.registerGoldTest>) {
    const { finePhotoId, badPhotoId } = body;
    const request = { finePhotoId, badPhotoId };
    return { success: true, ...(await this.services.call(ask.raters.registerGoldTest, request, context)) };
  }
}
