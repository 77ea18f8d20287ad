import {
  type CurrentUser,
  mailsRoutes,
  normalisedEmail,
  type RequestContext,
  identityRoutes as routes,
  type Session,
  type UserId,
} from '@candid/contracts';
import { Controller, Headers, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedSessions } from '../auth/callers.js';
import { deviceLabel, KnownDevices, RefreshCookie } from '../auth/cookies.js';
import { compose, type TableCall } from '../calls/call-table.js';
import { HttpRoute, Input, type RouteInput } from '../kernel/call.js';
import { ask, type ServiceCall, Services } from '../kernel/services.js';

@Controller()
export class IdentityController {
  constructor(
    private readonly services: Services,
    private readonly cookie: RefreshCookie,
    private readonly devices: KnownDevices,
    private readonly ended: EndedSessions,
  ) {}

  @HttpRoute(routes.signUp)
  async signUp(
    @Input() { body, context }: RouteInput<typeof routes.signUp>,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, password, phoneNumber, signupCode } = body;
    const device = deviceLabel(httpRequest.headers['user-agent']);
    const request = { email, password, signupCode, device, ...(phoneNumber ? { phoneNumber } : {}) };
    const session = await this.services.call(ask.identity.signUp, request, context);
    this.cookie.set(reply, session);
    this.devices.remember(httpRequest, reply, email);
    const { token, hasWelcomeGrant } = session;
    return { success: true, token, userId: session.user.userId, hasWelcomeGrant };
  }

  @HttpRoute(routes.logIn)
  async logIn(
    @Input() { body, context }: RouteInput<typeof routes.logIn>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deviceId = this.devices.find(request, normalisedEmail(body.email) ?? '');
    const device = deviceLabel(request.headers['user-agent']);
    const session = await this.services.call(ask.identity.logIn, { ...body, deviceId, device }, context);
    const { userId, roles } = session.user;
    const call = this.services.callsFor({ ...context, userId, roles, token: session.token });
    const tokenCount = await tokenCountOf(call, userId).catch(async (error: unknown) => {
      await this.endUnanswered(session, context);
      throw error;
    });
    this.cookie.set(reply, session);
    this.devices.remember(request, reply, body.email);
    return { success: true, token: session.token, ...session.user, tokenCount };
  }

  /**
   * Ends the new session of a log-in that is refused because the balance cannot be read. The identity service does not
   * read the balance: it could not retry a log-in while the tokens service restarts, because each try hashes the
   * password and uses up a code.
   */
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
      .catch(async (error: unknown) => {
        this.cookie.clearUnlessUnavailable(reply, error);
        // If the refresh token was used before, its second use has ended the session.
        await this.ended.lookNow();
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
    await this.ended.lookNow();
    this.cookie.clear(reply);
    return { success: true };
  }

  /** Mail programs without one-click unsubscribe open the header's link in a browser, where the app asks first. */
  @HttpRoute(mailsRoutes.seeUnsubscribe)
  async seeUnsubscribe(
    @Input() { params, context }: RouteInput<typeof mailsRoutes.seeUnsubscribe>,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (accept?.includes('text/html')) {
      reply.code(303).header('location', `/unsubscribe?token=${encodeURIComponent(params.token)}`);
    }
    const { mail } = await this.services.call(ask.identity.seeUnsubscribe, params, context);
    return { success: true, valid: mail !== null, ...(mail !== null && { mail }) };
  }
}

export const accountCalls: TableCall[] = [
  compose(routes.getUser, async (call, { userId }) => ({ user: await currentUser(call, userId) })),
  compose(routes.profile, (call, { userId }) => currentUser(call, userId)),
  {
    route: routes.dismissFirstLogin,
    answer: async (services, { userId, context }) => {
      const call = services.callsFor(context);
      // Reads the balance first, because no read may fail after the command.
      const tokenCount = await tokenCountOf(call, userId!);
      const { user } = await call(ask.identity.dismissFirstLogin, { userId: userId! });
      return { status: 'ok', data: { ...user, tokenCount } };
    },
  },
  compose(routes.getLookingFor, async (call, { params: { userId: ownerId }, userId }) => {
    // The caller may see their own profile, and the profile of an owner whose assessment they have open.
    const person =
      ownerId === userId
        ? { accountId: userId, lookingFor: null }
        : await call(ask.assessments.getOpenPerson, { assessorId: userId, ownerId });
    const lookingFor = await call(ask.identity.getLookingFor, { userId: person.accountId });
    return { lookingFor: person.lookingFor ?? lookingFor };
  }),
];

async function currentUser(call: ServiceCall, userId: UserId): Promise<CurrentUser> {
  const [account, tokenCount] = await Promise.all([call(ask.identity.getUser, { userId }), tokenCountOf(call, userId)]);
  return { ...account, tokenCount };
}

async function tokenCountOf(call: ServiceCall, userId: UserId): Promise<number> {
  return (await call(ask.tokens.getBalance, { userId })).available;
}
