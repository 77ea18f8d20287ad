import { generateKeyPairSync, randomUUID } from 'node:crypto';
import * as contracts from '@candid/contracts';
import { isForStaff, ROLES_OF_STAFF_AUDIENCE, type Rpc, STAFF_ROLES, type StaffAudience } from '@candid/contracts';
import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import { accessTokenOf } from './signed-callers.js';

const isRpc = (value: unknown): value is Rpc => typeof value === 'object' && value !== null && 'subject' in value;

const messagesOf = (service: string): Rpc[] =>
  Object.entries(contracts)
    .filter(([name]) => name.endsWith('Rpc') && name !== 'defineRpc')
    .flatMap(([, value]) =>
      typeof value === 'function' ? [(value as (of: string) => unknown)(service)] : Object.values(value),
    )
    .filter((value): value is Rpc => isRpc(value) && value.service === service);

/** Returns pairs of a fault and a token with this fault; undefined means no token. */
function forgeries(): [string, string | undefined][] {
  const claims = { userId: randomUUID(), roles: ['user', 'support'] as const };
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const [head, , signature] = accessTokenOf(claims).split('.');
  const altered = { sub: claims.userId, roles: claims.roles, sid: 'made up', exp: 9e9 };
  return [
    ['unsigned', undefined],
    ['signed by another', accessTokenOf(claims, { key: foreign })],
    ['altered', `${head}.${Buffer.from(JSON.stringify(altered)).toString('base64url')}.${signature}`],
    ['expired', accessTokenOf(claims, { lifetimeSeconds: -180 })],
    ['for another audience', accessTokenOf(claims, { audience: 'another' })],
  ];
}

/** Sends forged messages. `admitted` lists the messages that the service did not reject with an expected code. */
export async function sendForgeries(nats: NatsConnection, service: string) {
  const [victim, sender] = [randomUUID(), randomUUID()];
  const user = accessTokenOf({ userId: sender, roles: ['user'] });
  const payload = { userId: victim, assessorId: victim, limit: 10 };
  const tries = messagesOf(service).flatMap((rpc) => {
    const forged = forgeries().map(([what, token]) => ({ rpc, what, token, codes: ['UNAUTHENTICATED'] }));
    const notAllowed = { rpc, token: user, codes: ['FORBIDDEN', 'NOT_FOUND'] };
    const { audience } = rpc.access;
    if (isForStaff(audience)) {
      const staff = { rpc, what: 'other staff', token: otherStaff(audience, sender), codes: ['FORBIDDEN'] };
      return [...forged, { ...notAllowed, what: 'a user' }, staff];
    }
    if (audience !== 'person') return [];
    return namesItsPerson(rpc, payload) ? [...forged, { ...notAllowed, what: 'another person' }] : forged;
  });
  const admitted = await Promise.all(
    tries.map(async ({ rpc, what, token, codes }) => {
      const context = { requestId: 'forged', userId: victim, roles: ['user', 'support'], token };
      const code = await codeOf(nats, rpc.subject, { context, payload });
      return code === undefined || codes.includes(code) ? [] : [`${rpc.subject}, ${what}: ${code}`];
    }),
  );
  return { sent: tries.length, admitted: admitted.flat() };
}

function otherStaff(audience: StaffAudience, userId: string): string {
  const allowed: readonly string[] = ROLES_OF_STAFF_AUDIENCE[audience];
  return accessTokenOf({ userId, roles: ['user', ...STAFF_ROLES.filter((role) => !allowed.includes(role))] });
}

function namesItsPerson({ request }: Rpc, payload: object): boolean {
  const parsed = request.safeParse(payload);
  return parsed.success && ['userId', 'assessorId'].some((name) => name in (parsed.data as object));
}

/** @returns the error code, or undefined if the service does not answer this message */
async function codeOf(nats: NatsConnection, subject: string, envelope: object): Promise<string | undefined> {
  try {
    const answer = await nats.request(subject, JSON.stringify(envelope), { timeout: 60_000 });
    return answer.json<{ error?: { code: string } }>().error?.code ?? 'answered';
  } catch (error) {
    if (error instanceof RequestError && error.isNoResponders()) return undefined;
    throw error;
  }
}
