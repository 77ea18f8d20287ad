import { Readable } from 'node:stream';
import { accountRoutes as routes } from '@candid/contracts';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EndedSessions } from '../auth/ended-sessions.js';
import { RefreshCookie } from '../auth/refresh-cookie.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { ask, Services } from '../services/services.js';
import { exportOf } from './account-export.js';

@Controller()
export class AccountController {
  constructor(
    private readonly services: Services,
    private readonly ended: EndedSessions,
    private readonly cookie: RefreshCookie,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Written page by page as it is read, so that no account is too large; what breaks off on the way is no whole JSON. */
  @HttpRoute(routes.exportAccount)
  async exportAccount(
    @Input() { userId, context }: RouteInput<typeof routes.exportAccount>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const exportedAt = new Date();
    const request = { userId, publicUrl: this.config.PUBLIC_URL, exportedAt };
    const parts = exportOf(this.services.callsFor(context), request);
    // The first part before the headers: whoever cannot be answered gets a refusal and no file.
    const first = await parts.next();
    const filename = `candid-${exportedAt.toISOString().slice(0, 10)}.json`;
    await reply
      .status(routes.exportAccount.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Readable.from(joined(String(first.value ?? ''), parts), { objectMode: false }));
  }

  @HttpRoute(routes.changePassword)
  async changePassword(@Input() { userId, body, context }: RouteInput<typeof routes.changePassword>) {
    await this.services.call(ask.account.changePassword, { ...body, userId }, context);
    await this.ended.lookNow();
    return { success: true, message: 'Your password is changed. Every other device is logged out.' };
  }

  @HttpRoute(routes.endSession)
  async endSession(@Input() { userId, params, context }: RouteInput<typeof routes.endSession>) {
    await this.services.call(ask.account.endSession, { ...params, userId }, context);
    await this.ended.lookNow();
    return { success: true };
  }

  @HttpRoute(routes.deleteAccount)
  async deleteAccount(
    @Input() { userId, body, context }: RouteInput<typeof routes.deleteAccount>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = { userId, password: body.password };
    const { eraseAt } = await this.services.call(ask.account.deleteAccount, request, context);
    await this.ended.lookNow();
    this.cookie.clear(reply);
    return { success: true, message: 'Your account is deleted.', deletionDate: eraseAt };
  }
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
