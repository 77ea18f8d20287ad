import { randomUUID } from 'node:crypto';
import { MailKind, type UserId } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { UnsubscribeTokens } from './mail-work.js';

const tokens = new UnsubscribeTokens('a secret of this test');
const userId = randomUUID() as UserId;

describe('unsubscribe tokens', () => {
  it.each(MailKind.options)('name the account and the kind %s', async (mail) => {
    expect(await tokens.read(await tokens.issue({ userId, mail }))).toEqual({ userId, mail });
  });

  it('cannot be made or changed without the secret', async () => {
    const foreign = await new UnsubscribeTokens('another secret').issue({ userId, mail: 'results' });
    const own = await tokens.issue({ userId, mail: 'results' });
    const [header, , signature] = own.split('.');
    const otherAccount = Buffer.from(JSON.stringify({ sub: randomUUID(), mail: 'results' })).toString('base64url');
    const forged = [header, otherAccount, signature].join('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: userId, mail: 'results' })).toString('base64url')}.`;
    for (const token of [foreign, forged, unsigned, '', 'made-up']) expect(await tokens.read(token)).toBeUndefined();
  });
});
