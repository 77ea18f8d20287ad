import { randomUUID } from 'node:crypto';
import type { PhotoId, UserId } from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountCalls, IdentityController } from '../account/identity.js';
import type { EndedSessions } from '../auth/callers.js';
import type { KnownDevices, RefreshCookie } from '../auth/cookies.js';
import type { Services } from '../kernel/services.js';
import { ownerCalls } from './owner-calls.js';

const userId = randomUUID() as UserId;
const photoId = randomUUID() as PhotoId;
const context = { requestId: 'request', roles: ['user' as const], userId };

const account = { userId, email: 'mia@example.org', language: 'de', roles: ['user'] };

const ANSWERS: Record<string, object> = {
  'rpc.tokens.getBalance': { available: 100 },
  'rpc.photos.getPhotos': { photos: [{ photoId, userId, section: 'bank' }] },
  'rpc.assessments.getPhotoScores': { scores: [{ photoId, testLimit: 4, testTimesRated: 1 }] },
  'rpc.assessments.adjustAssessment': { remainingTokens: 105, testLimit: 3, eventIds: [] },
  'rpc.assessments.startForPhotos': { remainingTokens: 80, eventIds: [] },
  'rpc.identity.logIn': { token: 'token', refreshToken: 'refresh', user: account },
  'rpc.identity.logOut': {},
  'rpc.identity.dismissFirstLogin': { user: account, eventIds: [] },
};

/** Services, of which those in `away` are unavailable: from the start, or once the message `after` is answered. */
function servicesWithout(away: string[], after?: string) {
  const asked: string[] = [];
  let isGone = after === undefined;
  const call = async ({ subject }: { subject: string }) => {
    asked.push(subject);
    if (isGone && away.some((name) => subject.startsWith(`rpc.${name}.`))) throw new RemoteError('UNAVAILABLE', 'away');
    const answer = ANSWERS[subject];
    if (!answer) throw new Error(`${subject} is not expected`);
    if (subject === after) isGone = true;
    return answer;
  };
  return { services: { call, callsFor: () => call } as unknown as Services, asked };
}

const settings = { testLimit: 6, ratingRequired: true, commentsRequired: true, commentsNegative: true };
const calls = [...ownerCalls, ...accountCalls];

const answer = (services: Services, id: string, input: object) =>
  calls.find(({ route }) => route.id === id)!.answer(services, { userId, context, ...input } as never);

const ACTS: [string, string, string, object, object][] = [
  [
    'a change of an assessment',
    'rpc.assessments.adjustAssessment',
    'updateAssessment',
    { body: { photoId, difference: -1 } },
    { success: true, photo: { _id: photoId, testLimit: 3 }, remainingTokens: 105 },
  ],
  [
    'a start for a photo',
    'rpc.assessments.startForPhotos',
    'reactivate',
    { params: { photoId }, body: settings },
    { success: true, photo: { _id: photoId, section: 'testing', testLimit: 6 }, remainingTokens: 80 },
  ],
  [
    'the first log-in’s end',
    'rpc.identity.dismissFirstLogin',
    'dismissFirstLogin',
    {},
    { status: 'ok', data: { userId, tokenCount: 100 } },
  ],
];

describe('an act that is done', () => {
  it.each(ACTS)('is answered although what completes the answer went away: %s', async (_, act, route, input, shown) => {
    const away = ['tokens', 'photos'];
    expect(await answer(servicesWithout(away, act).services, route, input)).toMatchObject(shown);
  });

  it.each(ACTS)('is answered although what is shown is from before it: %s', async (_, _act, route, input, shown) => {
    expect(await answer(servicesWithout([]).services, route, input)).toMatchObject(shown);
  });

  it.each(ACTS)(
    'is not done at all where what completes it is away from the beginning: %s',
    async (_, act, route, input) => {
      const { services, asked } = servicesWithout(['tokens', 'photos']);
      await expect(answer(services, route, input)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(asked).not.toContain(act);
    },
  );
});

describe('a log-in whose balance cannot be read', () => {
  const reply = {} as FastifyReply;
  const logIn = async (services: Services) => {
    const cookies: unknown[] = [];
    const cookie = { set: (_: FastifyReply, session: unknown) => cookies.push(session) } as unknown as RefreshCookie;
    const devices = { find: () => undefined, remember: () => undefined } as unknown as KnownDevices;
    const input = { body: { email: account.email, password: 'Correct horse!' }, context } as never;
    const outcome = await new IdentityController(services, cookie, devices, {} as EndedSessions)
      .logIn(input, { headers: {} } as FastifyRequest, reply)
      .catch((error: unknown) => error);
    return { outcome, cookies };
  };

  it('leaves neither a session nor a cookie', async () => {
    const { services, asked } = servicesWithout(['tokens']);
    const { outcome, cookies } = await logIn(services);
    expect(outcome).toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked).toContain('rpc.identity.logOut');
    expect(cookies).toEqual([]);
  });

  it('is one with both as soon as it can be', async () => {
    const { services, asked } = servicesWithout([]);
    const { outcome, cookies } = await logIn(services);
    expect(outcome).toMatchObject({ success: true, token: 'token', tokenCount: 100, language: 'de' });
    expect(asked).not.toContain('rpc.identity.logOut');
    expect(cookies).toHaveLength(1);
  });
});
