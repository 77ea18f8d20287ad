import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createObjectStorage, type ObjectStorage } from '@candid/platform/object-storage';
import multipart from '@fastify/multipart';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { type Pace, SlowSenderError } from './arrival.js';
import { stageUpload } from './staged-upload.js';

const PATIENT: Pace = { totalMs: 60_000, windowMs: 60_000, windowBytesMin: 1 };
const HEAD = '--b\r\ncontent-disposition: form-data; name="photos"; filename="me.jpg"\r\n\r\n';

describe('an upload from a slow sender', () => {
  let folder: string;
  let storage: ObjectStorage;
  let server: FastifyInstance;
  let pace = PATIENT;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candid-staged-'));
    storage = await createObjectStorage({ OBJECT_STORAGE: pathToFileURL(folder).href, S3_REGION: 'us-east-1' });
    server = fastify({ forceCloseConnections: true });
    await server.register(multipart);
    server.post('/', (request) => stageUpload(request, storage, pace));
    server.setErrorHandler((error, _, reply) =>
      reply
        .status(error instanceof SlowSenderError ? 400 : 500)
        .header('connection', 'close')
        .send('given up'),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends the parts, and nothing more. */
  function send(...parts: string[]): Socket {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const header = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n';
    for (const part of [`POST / HTTP/1.1\r\nhost: test\r\n${header}\r\n`, ...parts]) socket.write(part);
    return socket;
  }
  /** Comes to its end only when the server closes the connection. */
  async function answerTo(socket: Socket): Promise<string> {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }
  const filesOf = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

  it.each([
    ['within a file', [HEAD, 'the first bytes']],
    ['between two files', [HEAD, 'a file\r\n--b\r\ncontent-disposition: form-data']],
    ['before the first byte', []],
  ])('is given up %s, is answered, and leaves nothing behind', async (_, parts) => {
    pace = { ...PATIENT, windowMs: 50, windowBytesMin: 100_000 };
    expect(await answerTo(send(...parts))).toMatch(/^HTTP\/1.1 400 /);
    expect(await filesOf()).toEqual([]);
  });

  it('is given up after its time although something arrives all the while', async () => {
    pace = { ...PATIENT, totalMs: 200 };
    const socket = send(HEAD);
    const dribble = setInterval(() => socket.write('x'), 10);
    try {
      expect(await answerTo(socket)).toMatch(/^HTTP\/1.1 400 /);
    } finally {
      clearInterval(dribble);
    }
    expect(await filesOf()).toEqual([]);
  });

  it('is taken where it comes within its time', async () => {
    pace = PATIENT;
    const form = new FormData();
    form.set('section', 'unrated');
    form.append('photos', new Blob([Buffer.alloc(2_000_000, 7)]), 'me.jpg');
    const { port } = server.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ fields: { section: 'unrated' }, files: [{ filename: 'me.jpg' }] });
  });
});
