import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { ACCESS_TOKEN, type RequestContext, type Role, type Rpc } from '@candid/contracts';
import { type RpcCallOptions, RpcClient } from '@candid/platform';
import type { z } from 'zod';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The key pair with which this process's tests sign access tokens, in PEM. */
export const testKeys = {
  JWT_PRIVATE_KEY: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  JWT_PUBLIC_KEY: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
} as const;

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an access token like the identity service's, by default signed with the key pair above for 15 minutes. */
export function accessTokenOf(
  {
    userId,
    roles,
    sessionId = randomUUID(),
  }: { userId: string; roles: readonly Role[]; sessionId?: string | undefined },
  {
    lifetimeSeconds = 900,
    key = pair.privateKey,
    ...said
  }: { lifetimeSeconds?: number; key?: KeyObject } & Partial<Record<keyof typeof ACCESS_TOKEN, string>> = {},
): string {
  const { issuer: iss, audience: aud, type: typ } = { ...ACCESS_TOKEN, ...said };
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss, aud, roles, sid: sessionId, sub: userId, iat: now, exp: now + lifetimeSeconds };
  const signed = `${base64url({ alg: 'ES256', typ })}.${base64url(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** No call times out on an overloaded machine. If an answer never arrives, the test's own limit ends the wait. */
const PATIENT_MS = 120_000;

/** The caller if a test specifies a role but no person. */
const somebody = randomUUID();

/** Calls services as the gateway does: sends the caller of the context as an access token. */
export class SignedRpcClient extends RpcClient {
  constructor(nats: ConstructorParameters<typeof RpcClient>[0]) {
    super(nats, PATIENT_MS);
  }

  override call<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
    options?: RpcCallOptions,
  ): Promise<z.output<Reply>> {
    const { userId, roles, sessionId } = context;
    const isNobody = userId === undefined && roles.length === 0;
    const token = isNobody ? context.token : accessTokenOf({ userId: userId ?? somebody, roles, sessionId });
    return super.call(rpc, request, { ...context, token }, options);
  }
}
