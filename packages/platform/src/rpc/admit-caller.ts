import {
  belongsToStaff,
  type CallContext,
  isForStaff,
  type PersonContext,
  type RequestContext,
  type Rpc,
  type StaffAudience,
} from '@candid/contracts';
import { DomainError, PerPart } from '@candid/event-store';
import { AccessTokens, type Identity } from './access-tokens.js';

/** Leeway after expiry: requests wait for restarting services, a long answer takes several requests, clocks differ. */
const LEEWAY_SECONDS = 120;

const TEAMS: Record<StaffAudience, string> = {
  support: 'Only support staff can do this.',
  moderator: 'Only moderators can do this.',
  evidence: 'Only the safety lead and legal staff can do this.',
};

const accessTokens = new PerPart<AccessTokens | undefined>(() => undefined);

/** `startService` calls this once per part. Until then, every request with an access token is refused. */
export function verifyCallersWith(publicKeyPem: string): void {
  accessTokens.value = new AccessTokens(publicKeyPem, { leewaySeconds: LEEWAY_SECONDS });
}

/**
 * Admits or refuses a caller by the message's declaration and the signed access token. NATS lets only services publish
 * on `serviceSubject`. `requireSelf` in `rpc-handler.ts` compares the payload's person with the caller.
 * @throws DomainError `UNAUTHENTICATED` for a missing or invalid token, `FORBIDDEN` without the role
 */
export async function admitCaller(
  { access, serviceSubject }: Rpc,
  sent: CallContext,
  subject: string,
): Promise<RequestContext> {
  if (subject === serviceSubject || access.audience === 'service') {
    const { token: _, ...context } = sent;
    return { ...context, ...keyedFor('service', sent), roles: [] };
  }
  if (sent.token === undefined && access.audience === 'anonymous') {
    return { ...sent, ...keyedFor('anonymous', sent), roles: [] };
  }
  const context = await personOf(sent);
  if (isForStaff(access.audience) && !belongsToStaff(access.audience, context.roles)) {
    throw new DomainError('FORBIDDEN', TEAMS[access.audience]);
  }
  return context;
}

export async function identityOf({ token }: CallContext): Promise<Identity | undefined> {
  const tokens = accessTokens.value;
  if (!tokens) throw new Error('this part has no key to verify access tokens with');
  return token === undefined ? undefined : (tokens.known(token) ?? (await tokens.verify(token)));
}

async function personOf(sent: CallContext): Promise<PersonContext> {
  const identity = await identityOf(sent);
  if (!identity) throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  const { userId, sessionId, roles } = identity;
  return { ...sent, ...keyedFor(userId, sent), userId, sessionId, roles };
}

/** Adds the caller to the request key, so that nobody can repeat another caller's command or read its answer. */
function keyedFor(caller: string, { idempotency }: CallContext): Pick<CallContext, 'idempotency'> {
  return idempotency ? { idempotency: { ...idempotency, key: `${caller}:${idempotency.key}` } } : {};
}
