import { type RequestContext, identityRoutes as routes, type Session } from '@candid/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefreshCookie } from '../auth/refresh-cookie.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { currentUser, tokenCountOf, withTokenCount } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

/** A passkey is compared with every one that is valid, slowly; asked again meanwhile, it would count as another try. */
const PASSKEYS_MS = 30_000;

@Controller()
export class IdentityController {
  constructor(
    @Inject(Services) private readonly services: Services,
    @Inject(RefreshCookie) private readonly cookie: RefreshCookie,
  ) {}

  @HttpRoute(routes.requestSignupCode)
  async requestSignupCode(@Input() { body, context }: RouteInput<typeof routes.requestSignupCode>) {
    await this.services.call(ask.identity.requestSignupCode, body, context);
    return { success: true, message: 'Your 1-time Sign-Up Code will arrive shortly.' };
  }

  @HttpRoute(routes.signUp)
  async signUp(
    @Input() { body, context }: RouteInput<typeof routes.signUp>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, password, phoneNumber, signupCode } = body;
    const request = { email, password, signupCode, ...(phoneNumber ? { phoneNumber } : {}) };
    const session = await this.services.call(ask.identity.signUp, request, context);
    await this.services.settle('tokens', 'grant-on-user-registered', session.eventIds, context);
    this.cookie.set(reply, session);
    return { success: true, token: session.token, userId: session.user.userId };
  }

  @HttpRoute(routes.logIn)
  async logIn(
    @Input() { body, context }: RouteInput<typeof routes.logIn>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const session = await this.services.call(ask.identity.logIn, body, context);
    const { userId, roles } = session.user;
    const user = await withTokenCount(this.services, session.user, { ...context, userId, roles }).catch(
      async (error: unknown) => {
        await this.endUnanswered(session, context);
        throw error;
      },
    );
    this.cookie.set(reply, session);
    return { success: true, token: session.token, ...user };
  }

  /** Nobody gets to know a session whose answer is a refusal. */
  private async endUnanswered({ refreshToken }: Session, context: RequestContext): Promise<void> {
    const { idempotency: _, ...unkeyed } = context;
    await this.services.call(ask.identity.logOut, { refreshToken }, unkeyed, { patienceMs: 0 }).catch(() => undefined);
  }

  @HttpRoute(routes.refresh)
  async refresh(
    @Input() { context }: RouteInput<typeof routes.refresh>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const refreshToken = this.cookie.read(request);
    const session = await this.services
      .call(ask.identity.refresh, { refreshToken }, context)
      .catch((error: unknown) => {
        this.cookie.clearUnlessUnavailable(reply, error);
        throw error;
      });
    this.cookie.set(reply, session);
    return { success: true, token: session.token, userId: session.user.userId };
  }

  @HttpRoute(routes.logOut)
  async logOut(
    @Input() { context }: RouteInput<typeof routes.logOut>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const refreshToken = this.cookie.peek(request);
    await this.services.call(ask.identity.logOut, refreshToken ? { refreshToken } : {}, context);
    this.cookie.clear(reply);
    return { success: true };
  }

  @HttpRoute(routes.getUser)
  async getUser(@Input() { userId, context }: RouteInput<typeof routes.getUser>) {
    return { success: true, user: await currentUser(this.services, userId, context) };
  }

  @HttpRoute(routes.profile)
  async profile(@Input() { userId, context }: RouteInput<typeof routes.profile>) {
    return { success: true, ...(await currentUser(this.services, userId, context)) };
  }

  @HttpRoute(routes.dismissFirstLogin)
  async dismissFirstLogin(@Input() { userId, context }: RouteInput<typeof routes.dismissFirstLogin>) {
    // Before the act, after which nothing may fail any more.
    const tokenCount = await tokenCountOf(this.services, userId, context);
    const { user } = await this.services.call(ask.identity.dismissFirstLogin, { userId }, context);
    return { status: 'ok', data: { ...user, tokenCount } };
  }

  @HttpRoute(routes.approveAssessor)
  async approveAssessor(@Input() { userId, body, context }: RouteInput<typeof routes.approveAssessor>) {
    const { assessorToken, eventIds } = await this.services.call(
      ask.identity.approveAssessor,
      { userId, passkey: body.passkey },
      context,
      { timeoutMs: PASSKEYS_MS },
    );
    await this.services.settle('assessments', 'allow-on-assessor-approved', eventIds, context);
    return { success: true, assessorToken };
  }
}
