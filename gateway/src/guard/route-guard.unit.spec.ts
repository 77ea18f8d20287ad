import { randomUUID } from 'node:crypto';
import { assessmentsRoutes, identityRoutes, photosRoutes, UserId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { RefusalError } from '../kernel/refusals.js';
import { fingerprintOf, parse, refuseForeignIds } from './route-guard.js';

const userId = UserId.parse(randomUUID());

const caller = {
  userId,
  roles: ['user' as const],
  sessionId: 'session',
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  token: 'token',
};

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof RefusalError ? error.code : String(error);
  }
}

describe('ids that a client sends about itself', () => {
  it('lets the own id pass', () => {
    expect(
      codeOf(() => refuseForeignIds(identityRoutes.getUser, caller, { params: { userId }, body: null, query: {} })),
    ).toBeUndefined();
  });

  it.each([
    ['a path', identityRoutes.getUser, { params: { userId: randomUUID() }, body: null, query: {} }],
    [
      'a body',
      assessmentsRoutes.submitRatings,
      { params: {}, body: { raterId: randomUUID(), userId: randomUUID() }, query: {} },
    ],
    [
      'a query',
      photosRoutes.openTest,
      { params: { userId: randomUUID() }, body: null, query: { currentUserId: randomUUID() } },
    ],
    ['a form', photosRoutes.uploadPhotos, { params: {}, body: { userId: 'somebody' }, query: {} }],
  ])('refuses a foreign id in %s', (_, route, sent) => {
    expect(codeOf(() => refuseForeignIds(route, caller, sent))).toBe('FORBIDDEN');
  });
});

describe('the route guard', () => {
  it('treats a malformed id in a path as something that does not exist', () => {
    expect(codeOf(() => parse(photosRoutes.setProfile.params, { photoId: "1' or '1'='1" }, 'params'))).toBe(
      'NOT_FOUND',
    );
  });

  it('refuses a wrong type in a body by its field', () => {
    expect(() => parse(identityRoutes.logIn.body, { email: 7, password: 'secret' }, 'body')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field: 'email' })] }),
    );
  });

  it('refuses a missing body', () => {
    expect(codeOf(() => parse(identityRoutes.logIn.body, undefined, 'body'))).toBe('VALIDATION_FAILED');
  });

  it('drops unknown fields', () => {
    const sent = { email: 'a@b.example', password: 'secret', roles: ['support'] };
    expect(parse(identityRoutes.logIn.body, sent, 'body')).not.toHaveProperty('roles');
  });
});

it('gives different bodies different fingerprints', () => {
  expect(fingerprintOf({ a: 1 })).toBe(fingerprintOf({ a: 1 }));
  expect(fingerprintOf({ a: 1 })).not.toBe(fingerprintOf({ a: 2 }));
});
