import { describe, expect, it } from '@jest/globals';
import { createClient, RefusedError } from './index.js';

const USER = '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10';
const PHOTO = '7e0a4f3b-5a51-4f6e-9a44-6b1c5b6d1f02';

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** Makes a client whose requests get these answers, in order. */
function clientAnswered(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: Sent['init']): Promise<Response> => {
    sent.push({ url, init });
    const answer = answers[sent.length - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const options = { baseUrl: 'https://candid.example/', token: () => 'token', fetch: fetch as never };
  return { client: createClient(options), sent };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) => {
  const body = { success: false, code, message: 'No.', error: 'No.', requestId: 'r' };
  return new Response(JSON.stringify(body), { status, headers });
};

describe('the client', () => {
  it('writes addresses, tokens and bodies as the contract says', async () => {
    const { client, sent } = clientAnswered(
      Response.json({ success: true, refundTokens: 5 }),
      Response.json({ success: true, entries: [], nextCursor: null, payableTokens: 0 }),
    );
    expect(await client.calculateRefund({ body: { userId: USER, photoId: PHOTO } })).toMatchObject({ refundTokens: 5 });
    await client.getStatement({ query: { limit: 5 } });
    const [command, query] = sent as [Sent, Sent];
    expect(command).toMatchObject({
      url: 'https://candid.example/api/calculate-refund',
      init: {
        method: 'POST',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body: JSON.stringify({ userId: USER, photoId: PHOTO }),
      },
    });
    expect(command.init.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
    expect(query.url).toBe('https://candid.example/api/account/statement?limit=5');
    expect(query.init.headers).not.toHaveProperty('idempotency-key');
  });

  it('throws a refusal with its code, words and wait', async () => {
    const { client } = clientAnswered(refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }));
    const error = await client.profile({ body: { userId: USER } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', message: 'No.', retryAfterSeconds: 7 });
  });

  it('sends a command again under its key when nobody answered', async () => {
    const { client, sent } = clientAnswered(
      new TypeError('fetch failed'),
      refusal(503, 'UNAVAILABLE', { 'retry-after': '0' }),
      Response.json({ success: true, tokenCount: 40 }),
    );
    expect(await client.updateTokens({ body: { userId: USER } })).toEqual({ success: true, tokenCount: 40 });
    expect(new Set(sent.map(({ init }) => init.headers['idempotency-key'])).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('takes no answer that is not the contract’s', async () => {
    const { client } = clientAnswered(
      Response.json({ success: true, tokenCount: 'many' }),
      new Response('<html>', { status: 502 }),
    );
    await expect(client.updateTokens({ body: { userId: USER } })).rejects.toMatchObject({ code: 'UNREADABLE' });
    await expect(client.fetchComments()).rejects.toMatchObject({ status: 502, code: 'UNREADABLE' });
  });
});
