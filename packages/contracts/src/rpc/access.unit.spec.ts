import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineRpc } from './rpc.js';

it('access for support does not compile without its kind of audit entry', () => {
  const audited = { audience: 'support', audit: 'lookup', callers: ['gateway'] } as const;
  expect(defineRpc('tokens.look', audited, z.object({}), z.object({})).access.audit).toBe('lookup');
  const { audit: _, ...silent } = audited;
  // @ts-expect-error: the declaration has no `audit`
  defineRpc('tokens.look', silent, z.object({}), z.object({}));
});
