import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { person } from './access.js';
import { defineRpc } from './rpc.js';

it('access for support does not compile without its kind of audit entry', () => {
  const audited = { audience: 'support', audit: 'lookup', callers: ['gateway'] } as const;
  expect(defineRpc('tokens.look', audited, z.object({}), z.object({})).access.audit).toBe('lookup');
  const { audit: _, ...silent } = audited;
  // @ts-expect-error: the declaration has no `audit`
  defineRpc('tokens.look', silent, z.object({}), z.object({}));
});

it('access for a person does not compile without the field that has their id, or with one that the request lacks', () => {
  const request = z.object({ userId: z.string() });
  expect(defineRpc('tokens.look', person('userId'), request, z.object({})).access.self).toBe('userId');
  const { self: _, ...undeclared } = person('userId');
  // @ts-expect-error: the declaration has no `self`
  defineRpc('tokens.look', undeclared, request, z.object({}));
  // @ts-expect-error: the request has no such field
  defineRpc('tokens.look', person('ownerId'), request, z.object({}));
});
