import {
  consumers,
  mailsRoutes,
  normalisedEmail,
  type RequestContext,
  identityRoutes as routes,
  type Session,
  secondFactorRoutes,
  type UserId,
} from '@candid/contracts';
import { Controller, Headers, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedSessions } from '../auth/ended-sessions.js';
import { KnownDevices } from '../auth/known-devices.js';
import { RefreshCookie } from '../auth/refresh-cookie.js';
import { Input, type RouteInput } from '../http/call.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { currentUser, tokenCountOf, withTokenCount } from '../services/current-user.js';
import { ask, Services } from '../services/services.js';

/**
 * A passkey is compared with every one that is valid, slowly; asked again meanwhile, it would count as another try. Still
 * shorter than the half minute that a patient client waits: "not yet" reaches it.
 */
const PASSKEYS_MS = 20_000;

@Controller()
export class IdentityController {
  constructor(
    @Inject(Services) private readonly services: Services,
    @Inject(RefreshCookie) private readonly cookie: RefreshCookie,
    @Inject(KnownDevices) private readonly devices: KnownDevices,
    @Inject(EndedSessions) private readonly ended: EndedSessions,
  ) {}

  @HttpRoute(routes.signUp)
  async signUp(
    @Input() { body, context }: RouteInput<typeof routes.signUp>,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, password, phoneNumber, signupCode } = body;
    const request = { email, password, signupCode, ...(phoneNumber ? { phoneNumber } : {}) };
    const session = await this.services.call(ask.identity.signUp, request, context);
    await this.services.settle(consumers.tokens['grant-on-user-registered'], session.eventIds, context);
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
    const session = await this.services.call(ask.identity.logIn, { ...body, deviceId }, context);
    const { userId, roles } = session.user;
    const user = await withTokenCount(this.services, session.user, {
      ...context,
      userId,
      roles,
      token: session.token,
    }).catch(async (error: unknown) => {
      await this.endUnanswered(session, context);
      throw error;
    });
    this.cookie.set(reply, session);
    this.devices.remember(request, reply, body.email);
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
      .catch(async (error: unknown) => {
        this.cookie.clearUnlessUnavailable(reply, error);
        // A reused token has ended its session.
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
    // The first is AssessorApproved. The consumer never receives the others, and waiting for them would take its whole bound.
    const [approvedId] = eventIds;
    const approval = approvedId === undefined ? [] : [approvedId];
    await this.services.settle(consumers.assessments['allow-on-assessor-approved'], approval, context);
    return { success: true, assessorToken };
  }

  @HttpRoute(routes.resetPassword)
  async resetPassword(@Input() { body, context }: RouteInput<typeof routes.resetPassword>) {
    await this.services.call(ask.identity.resetPassword, body, context);
    await this.ended.lookNow();
    return { success: true, message: 'Password successfully reset. You can now log in with your new password.' };
  }

  @HttpRoute(secondFactorRoutes.confirmSecondFactor)
  async confirmSecondFactor(
    @Input() { userId, body, context }: RouteInput<typeof secondFactorRoutes.confirmSecondFactor>,
  ) {
    const confirmed = await this.services.call(ask.secondFactor.confirmSecondFactor, { ...body, userId }, context);
    await this.ended.lookNow();
    return { success: true, ...confirmed };
  }

  @HttpRoute(routes.getLookingFor)
  async getLookingFor(@Input() { params, userId, context }: RouteInput<typeof routes.getLookingFor>) {
    const person = await this.personOf(params.userId, userId, context);
    const lookingFor = await this.services.call(ask.identity.getLookingFor, { userId: person.accountId }, context);
    return { success: true, lookingFor: person.lookingFor ?? lookingFor };
  }

  /** One's own, and of whoever the caller has open as an assessor: the same two questions for everybody. */
  private personOf(ownerId: UserId, userId: UserId, context: RequestContext) {
    if (ownerId === userId) return { accountId: userId, lookingFor: null };
    return this.services.call(ask.assessments.getOpenPerson, { assessorId: userId, ownerId }, context);
  }

  /** A mail program without one-click unsubscribe opens the header's link in a browser: there the app's page asks first. */
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
