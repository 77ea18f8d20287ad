import { listDeadLettersRpc, replayDeadLetterRpc, supportDeadLettersRoutes as routes } from '@candid/contracts';
import { Controller, Inject } from '@nestjs/common';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { Services } from '../services/services.js';
import { BRIEFLY, SERVICES, unlessAway } from './every-service.js';
import { newestLetters, placeOf } from './merged-pages.js';

const PAGE = 50;

@Controller()
export class DeadLettersController {
  constructor(@Inject(Services) private readonly services: Services) {}

  @HttpRoute(routes.listDeadLetters)
  async list(@Input() { query, context }: RouteInput<typeof routes.listDeadLetters>) {
    const { cursor, limit = PAGE } = query;
    const asked = { limit: limit + 1, ...(cursor !== undefined && { before: placeOf(cursor) }) };
    const told = await Promise.all(
      SERVICES.map((service) =>
        unlessAway(this.services.call(listDeadLettersRpc(service), asked, context, BRIEFLY), { letters: [] }),
      ),
    );
    return {
      success: true,
      ...newestLetters(
        told.flatMap(({ letters }) => letters),
        limit,
      ),
    };
  }

  @HttpRoute(routes.replayDeadLetter)
  async replay(@Input() { params, context }: RouteInput<typeof routes.replayDeadLetter>) {
    // Any of them refuses, and records, what is no service's.
    const service = SERVICES.find((name) => params.letterId.startsWith(`${name}.`)) ?? SERVICES[0];
    return { success: true, ...(await this.services.call(replayDeadLetterRpc(service), params, context)) };
  }
}
