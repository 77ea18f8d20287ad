import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createObjectStorage } from './create-object-storage.js';
import { assertObjectKey, type ObjectStorage, type ObjectSummary } from './object-storage.js';

const folder = mkdtemp(join(tmpdir(), 'candid-objects-'));

const implementations: Record<string, () => Promise<ObjectStorage>> = {
  folder: async () => createObjectStorage({ OBJECT_STORAGE: pathToFileURL(await folder).href, S3_REGION: 'us-east-1' }),
  's3 bucket': () => s3Bucket(process.env['TEST_S3_ENDPOINT']!),
};

const s3Bucket = (endpoint: string) =>
  createObjectStorage({
    OBJECT_STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: `objects-${process.pid}-${Date.now()}`,
    S3_ACCESS_KEY: process.env['TEST_S3_ACCESS_KEY'],
    S3_SECRET_KEY: process.env['TEST_S3_SECRET_KEY'],
    S3_REGION: process.env['TEST_S3_REGION'] ?? 'us-east-1',
  });

async function read(storage: ObjectStorage, key: string): Promise<string | undefined> {
  const object = await storage.get(key);
  if (!object) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of object.stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  expect(object.size).toBe(bytes.length);
  return `${object.contentType} ${bytes.toString('utf8')}`;
}

async function listed(storage: ObjectStorage, prefix: string): Promise<ObjectSummary[]> {
  const found: ObjectSummary[] = [];
  for await (const summary of storage.list(prefix)) found.push(summary);
  return found.sort((a, b) => a.key.localeCompare(b.key));
}

afterAll(async () => rm(await folder, { recursive: true, force: true }));

describe.each(Object.keys(implementations))('object storage in a %s', (name) => {
  let storage: ObjectStorage;

  beforeAll(async () => {
    storage = await implementations[name]!();
    await storage.check();
  });

  it('gives back bytes, size and content type', async () => {
    await storage.put('photos/a/full.webp', Buffer.from('bytes'), 'image/webp');
    expect(await read(storage, 'photos/a/full.webp')).toBe('image/webp bytes');
  });

  it('keeps an empty object', async () => {
    await storage.put('photos/empty', new Uint8Array(), 'text/plain');
    expect(await read(storage, 'photos/empty')).toBe('text/plain ');
  });

  it('takes a stream of any length', async () => {
    const parts = Array.from({ length: 300 }, (_, index) => Buffer.alloc(10_000, String(index % 10)));
    await storage.put('photos/stream', Readable.from(parts), 'application/octet-stream');
    const object = await storage.get('photos/stream');
    expect(object?.size).toBe(3_000_000);
    object?.stream.destroy();
  });

  it('gives back what came in pieces of any size', async () => {
    const pieces = [1, 5_242_879, 3, 5_242_880, 7_000_000].map((bytes, index) => Buffer.alloc(bytes, index + 1));
    await storage.put('photos/pieces', Readable.from(pieces), 'image/png');
    const object = (await storage.get('photos/pieces'))!;
    expect(object.contentType).toBe('image/png');
    const found: Buffer[] = [];
    for await (const chunk of object.stream) found.push(chunk as Buffer);
    expect(Buffer.concat(found).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('has nothing under a key that was never put', async () => {
    expect(await storage.get('photos/absent')).toBeUndefined();
    expect(await storage.get('photos')).toBeUndefined();
  });

  it('replaces an object whole, type included', async () => {
    await storage.put('photos/replaced', Buffer.from('a long first version'), 'text/plain');
    await storage.put('photos/replaced', Buffer.from('second'), 'image/png');
    expect(await read(storage, 'photos/replaced')).toBe('image/png second');
  });

  it.each([4, 6_000_000])(
    'leaves no object, and no trace in lists, of a stream that breaks off after %d bytes',
    async (bytes) => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(bytes);
          throw new Error('broken off');
        })(),
      );
      await expect(storage.put('broken/off', broken, 'text/plain')).rejects.toThrow('broken off');
      expect(await storage.get('broken/off')).toBeUndefined();
      expect(await listed(storage, 'broken/')).toEqual([]);
    },
  );

  it('removes an object, and does nothing where there is none', async () => {
    await storage.put('photos/removed', Buffer.from('x'), 'text/plain');
    await storage.remove('photos/removed');
    await storage.remove('photos/removed');
    expect(await storage.get('photos/removed')).toBeUndefined();
  });

  it('lists what lies under a prefix, with sizes', async () => {
    await storage.put('lists/a/1', Buffer.from('1'), 'text/plain');
    await storage.put('lists/a/2', Buffer.from('22'), 'text/plain');
    await storage.put('lists/ab/3', Buffer.from('333'), 'text/plain');
    expect((await listed(storage, 'lists/a/')).map(({ key, size }) => [key, size])).toEqual([
      ['lists/a/1', 1],
      ['lists/a/2', 2],
    ]);
    const [first] = await listed(storage, 'lists/ab/');
    expect(Math.abs(first!.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await listed(storage, 'nothing/')).toEqual([]);
  });

  it('refuses what is no object key', async () => {
    await expect(storage.put('../outside', Buffer.from('x'), 'text/plain')).rejects.toThrow('not an object key');
    await expect(storage.get('../outside')).rejects.toThrow('not an object key');
    await expect(storage.remove('../outside')).rejects.toThrow('not an object key');
  });
});

it.each([
  '../outside',
  'a/../../b',
  '/etc/passwd',
  'a//b',
  '.partial/x',
  'a/./b',
  'a\\b',
  '',
  'a/',
  'a\0b',
  'ü',
  '%2e%2e/a',
])('%j is no object key', (key) => {
  expect(() => assertObjectKey(key)).toThrow('not an object key');
});

// S3 guarantees this too, but the tests' S3 server overwrites objects in place.
describe('the folder', () => {
  it('shows a concurrent reader the old object or the new one, never a mixture', async () => {
    const folderStorage = await implementations['folder']!();
    const versions = [Buffer.alloc(200_000, 'a'), Buffer.alloc(100_000, 'b')];
    await folderStorage.put('photos/contended', versions[0]!, 'text/plain');
    const writing = Promise.all(versions.map((bytes) => folderStorage.put('photos/contended', bytes, 'text/plain')));
    for (let round = 0; round < 5; round += 1) {
      const text = (await read(folderStorage, 'photos/contended'))!.replace('text/plain ', '');
      expect(new Set(text).size).toBe(1);
    }
    await writing;
  });

  it('keeps no partial file behind', async () => {
    expect(await readdir(join(await folder, '.partial'))).toEqual([]);
  });
});

async function countingProxy(target: string) {
  let passedBytes = 0;
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const upstream = sendRequest(new URL(request.url!, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.on('data', (chunk: Buffer) => {
      passedBytes += chunk.length;
    });
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, passedBytes: () => passedBytes, close: () => server.close() };
}

describe('the s3 bucket', () => {
  it('says that the storage failed if it refuses, and not the sender of the body', async () => {
    const missing = await s3Bucket(process.env['TEST_S3_ENDPOINT']!);
    const failed = { name: 'StorageFailedError', cause: { code: 'NoSuchBucket' } };
    await expect(missing.put('photos/a', Buffer.from('bytes'), 'image/png')).rejects.toMatchObject(failed);
    const body = Readable.from([Buffer.alloc(6_000_000)]);
    await expect(missing.put('photos/a', body, 'image/png')).rejects.toMatchObject(failed);
    const storage = await implementations['s3 bucket']!();
    await storage.check();
    const broken = new Readable({ read() {} });
    broken.destroy(new Error('the sender hung up'));
    await expect(storage.put('photos/a', broken, 'image/png')).rejects.toThrow('the sender hung up');
  });

  it('lists more objects than it answers at once', async () => {
    const storage = await implementations['s3 bucket']!();
    await storage.check();
    const keys = Array.from({ length: 1_001 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    for (let first = 0; first < keys.length; first += 50) {
      const some = keys.slice(first, first + 50);
      await Promise.all(some.map((key) => storage.put(key, Buffer.from('1'), 'text/plain')));
    }
    expect((await listed(storage, 'many/')).map(({ key }) => key)).toEqual(keys);
  });

  it('sends a stream on while it comes, so that it is never held whole', async () => {
    const proxy = await countingProxy(process.env['TEST_S3_ENDPOINT']!);
    try {
      const storage = await s3Bucket(proxy.endpoint);
      await storage.check();
      const megabyte = Buffer.alloc(1_000_000, 7);
      const slow = Readable.from(
        (async function* () {
          for (let sent = 0; sent < 12; sent += 1) yield megabyte;
          await eventually(() => expect(proxy.passedBytes()).toBeGreaterThan(10_000_000));
          yield megabyte;
        })(),
      );
      await storage.put('photos/slow', slow, 'image/png');
      const object = await storage.get('photos/slow');
      expect(object?.size).toBe(13_000_000);
      object?.stream.destroy();
    } finally {
      proxy.close();
    }
  });
});
