import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { photosRoutes } from '@candid/contracts';
import { createObjectStorage, type ObjectStorage } from '@candid/platform/object-storage';
import { eventually } from '@candid/testing';
import multipart from '@fastify/multipart';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { Redis } from 'ioredis';
import { UsedKeys } from '../guard/route-guard.js';
import type { Services } from '../kernel/services.js';
import { UploadPhotosController, UploadPlaces } from './upload-photos.js';

const userId = '11111111-1111-4111-8111-111111111111';
const part = (head: string, content: string) => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const picture = part('name="photos"; filename="me.jpg"', 'x'.repeat(200_000));
const form = part('name="userId"', userId) + part('name="section"', 'unrated') + picture;

describe('staged bytes of a sender who hangs up', () => {
  // Redis is never connected, because none of these requests has a key.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false });
  let folder: string;
  let server: FastifyInstance;
  let asked: PromiseWithResolvers<void>;
  let answered: PromiseWithResolvers<void>;
  let handled: PromiseWithResolvers<void>;
  /** Number of objects that are being written. */
  let writing = 0;

  /** A storage that reports the end of a write 50 ms late. */
  const slow = (storage: ObjectStorage): ObjectStorage => ({
    put: async (...object) => {
      writing += 1;
      await storage.put(...object).finally(async () => {
        await setTimeout(50);
        writing -= 1;
      });
    },
    get: (key) => storage.get(key),
    remove: (key) => storage.remove(key),
    list: (prefix) => storage.list(prefix),
    check: () => storage.check(),
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candid-hang-up-'));
    const storage = await createObjectStorage({ OBJECT_STORAGE: pathToFileURL(folder).href, S3_REGION: 'us-east-1' });
    const call = async () => {
      asked.resolve();
      await answered.promise;
      throw new Error('nobody is there to hear the answer');
    };
    const controller = new UploadPhotosController(
      { callsFor: () => call } as unknown as Services,
      slow(storage),
      new UploadPlaces({ total: 9, perNetwork: 9, perUser: 9 }),
      new UsedKeys(redis, 'secret'),
    );
    server = fastify({ forceCloseConnections: true });
    await server.register(multipart);
    server.post('/', async (request, reply) => {
      const caller = { userId, roles: [], sessionId: 'session', expiresAtMs: Number.POSITIVE_INFINITY, token: 'token' };
      const input = { params: {}, query: {}, body: {}, idempotencyKey: 'key', fingerprint: '' };
      Object.assign(request, { call: { route: photosRoutes.uploadPhotos, caller, ...input } });
      return controller.uploadPhotos(request, reply).finally(() => handled.resolve());
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    redis.disconnect();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    [asked, answered, handled] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
  });

  function send(body: string, contentLength = body.length): Socket {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const header = `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${contentLength}`;
    socket.write(`POST / HTTP/1.1\r\nhost: test\r\n${header}\r\n\r\n${body}`);
    return socket;
  }
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

  it.each([
    ['within a file', form.slice(0, -1_000)],
    ['behind a file', form],
  ])('are removed if that is %s', async (_, body) => {
    const socket = send(body, 1_000_000);
    await eventually(async () => expect(await files()).not.toEqual([]));
    socket.destroy();
    await handled.promise;
    expect({ writing, files: await files() }).toEqual({ writing: 0, files: [] });
  });

  it('are removed at once if the sender hangs up while the photos are stored', async () => {
    const socket = send(`${form}--b--\r\n`);
    await asked.promise;
    expect(await files()).toHaveLength(1);
    socket.destroy();
    await eventually(async () => expect(await files()).toEqual([]));
    answered.resolve();
    await handled.promise;
  });
});
