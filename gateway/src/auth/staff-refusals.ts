import type { Route } from '@candid/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../http/call.js';
import type { SupportAudit } from '../support/support-audit.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** A call of staff that is not support's own, as everybody makes it. */
    staffCall?: { route: Route; caller: Caller };
  }
}

/**
 * What staff are refused on people's own calls is put on record as well: the role opens none of them. Before the hook
 * that writes down the outcome.
 */
export function registerStaffRefusals(fastify: FastifyInstance, audit: Pick<SupportAudit, 'record'>): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    const call = request.staffCall;
    if (!call || !isForeign(call.route, reply.statusCode)) return payload;
    delete request.staffCall;
    // Nothing was done and nothing is shown: what cannot be put down, which is in the log then, stays refused.
    await audit.record(call.route, call.caller, request).catch(() => undefined);
    return payload;
  });
}

/** Somebody else's, as 403 says, or as 404 does where that must not be told. */
const isForeign = (route: Route, status: number): boolean =>
  status === 403 || (status === 404 && (route.ownedFields?.length ?? 0) > 0);

export function rememberStaffCall(request: FastifyRequest, route: Route, caller: Caller | undefined): void {
  if (caller?.roles.includes('support') && route.audience !== 'support') request.staffCall = { route, caller };
}
