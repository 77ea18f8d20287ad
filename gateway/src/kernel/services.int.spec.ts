import { photosRpc, type RequestContext } from '@candid/contracts';
import { RpcClient } from '@candid/platform';
import { type NatsFixture, natsFixture } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Services } from './services.js';

const context: RequestContext = { requestId: 'request-1', roles: [] };
const request = { userId: 'owner', section: 'bank' as const };
let nats: NatsFixture;

beforeAll(async () => {
  nats = await natsFixture();
});

afterAll(async () => nats?.stop());

describe('a service that leaves a request unanswered', () => {
  it('is asked again, and gets no more time in all than one try and the patience', async () => {
    // A request without a receipt is sent again with the same reply inbox, so the inbox identifies the request.
    const grantedMs = new Map<string, number>();
    const asked = nats.connection.subscribe(photosRpc.listPhotos.subject, {
      callback: (_, message) => {
        const { timeoutMs } = message.json<{ timeoutMs: number }>();
        grantedMs.set(message.reply!, Math.max(timeoutMs, grantedMs.get(message.reply!) ?? 0));
      },
    });
    const services = new Services(new RpcClient(nats.connection), 600, 400);
    await expect(services.call(photosRpc.listPhotos, request, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    asked.unsubscribe();
    expect(grantedMs.size).toBeGreaterThan(1);
    expect([...grantedMs.values()].reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(1_000);
  });
});

describe('a service that answers at once that it is unavailable', () => {
  it('is asked again less and less often', async () => {
    let tries = 0;
    const error = { code: 'UNAVAILABLE', message: 'The payment provider does not answer.' };
    const asked = nats.connection.subscribe(photosRpc.listPhotos.subject, {
      callback: (_, message) => {
        tries += 1;
        message.respond(JSON.stringify({ ok: false, error }));
      },
    });
    const services = new Services(new RpcClient(nats.connection), 1_000, 1_000);
    await expect(services.call(photosRpc.listPhotos, request, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    asked.unsubscribe();
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThanOrEqual(5);
  });
});
