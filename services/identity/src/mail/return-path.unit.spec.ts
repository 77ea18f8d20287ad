import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ReturnPaths } from './return-path.js';

const paths = new ReturnPaths('a secret of this test, long enough');
const sentAt = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-02T10:00:00.000Z');
const aboutId = randomUUID();
const token = paths.issue({ aboutId, sentAt });
const to = (named: string) => `To: <bounces+${named}@candid.example>`;

describe('return paths', () => {
  it('name what the mail is about and when it left, within the length of an address', () => {
    expect(`bounces+${token}`.length).toBeLessThanOrEqual(64);
    for (const text of [to(token), to(token.toUpperCase()), `${to('0'.repeat(48))}\r\n\r\nReturn-Path: ${to(token)}`])
      expect(paths.find(text, later)).toEqual({ aboutId, sentAt });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])('keep the id %s', (id) => {
    expect(paths.find(to(paths.issue({ aboutId: id, sentAt })), later)?.aboutId).toBe(id);
  });

  it('cannot be made or changed without the secret', () => {
    const foreign = new ReturnPaths('another secret of this test, too').issue({ aboutId, sentAt });
    const other = paths.issue({ aboutId: randomUUID(), sentAt });
    const mixed = other.slice(0, 30) + token.slice(30);
    const changed = Array.from(
      token,
      (digit, at) => token.slice(0, at) + (digit === '0' ? '1' : '0') + token.slice(at + 1),
    );
    for (const forged of [foreign, mixed, ...changed, '', 'v'.repeat(48)])
      expect(paths.find(to(forged), later)).toBeUndefined();
  });

  it('are of no use after 30 days', () => {
    expect(paths.find(to(token), new Date('2026-03-31T09:59:00.000Z'))).toBeDefined();
    expect(paths.find(to(token), new Date('2026-03-31T10:01:00.000Z'))).toBeUndefined();
  });

  it('are not searched for without end', () => {
    expect(paths.find(`${to('0'.repeat(48)).repeat(19)}${to(token)}`, later)).toBeDefined();
    expect(paths.find(`${to('0'.repeat(48)).repeat(20)}${to(token)}`, later)).toBeUndefined();
  });
});
