import { spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { STATUS_OF_CODE } from '@candid/contracts';
import { createLogger } from '@candid/platform';
import { createObjectStorage, type ObjectStorage } from '@candid/platform/object-storage';
import multipart from '@fastify/multipart';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { sendRefusal } from '../http/answers.js';
import { RefusalError } from '../kernel/refusals.js';
import { type Pace, SlowSenderError, stageUpload } from './staged-upload.js';
import { UploadPlaces } from './upload-photos.js';

const PATIENT: Pace = { totalMs: 60_000, windowMs: 60_000, windowBytesMin: 1 };
const HEAD = '--b\r\ncontent-disposition: form-data; name="photos"; filename="me.jpg"\r\n\r\n';

describe('an upload from a slow sender', () => {
  let folder: string;
  let storage: ObjectStorage;
  let server: FastifyInstance;
  let pace = PATIENT;
  let places: UploadPlaces;
  let held: Promise<void> | undefined;
  /** Emits `entered` without arguments, and `answered` with the status and the user. */
  const uploads = new EventEmitter();
  beforeEach(() => {
    places = new UploadPlaces({ total: 12, perNetwork: 8, perUser: 2 });
    held = undefined;
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candid-staged-'));
    storage = await createObjectStorage({ OBJECT_STORAGE: pathToFileURL(folder).href, S3_REGION: 'us-east-1' });
    server = fastify({ forceCloseConnections: true });
    await server.register(multipart);
    server.post('/', async (request) => {
      const { user = '', network = '' } = request.headers as Record<string, string>;
      const { raw } = request;
      const bytesRead = () => raw.socket.bytesRead;
      const place = places.enter({ userId: user, network, bytesRead, isAwaited: () => !raw.isPaused() });
      uploads.emit('entered');
      try {
        const staged = await stageUpload(request, storage, { signal: place.signal, pace });
        place.received();
        if (held) await held;
        return staged;
      } finally {
        place.leave();
      }
    });
    server.addHook('onResponse', async ({ headers }, { statusCode }) => {
      uploads.emit('answered', statusCode, String(headers['user']));
    });
    server.setErrorHandler((error, _, reply) =>
      reply
        .status(error instanceof RefusalError ? STATUS_OF_CODE[error.code] : 500)
        .header('connection', error instanceof SlowSenderError ? 'close' : 'keep-alive')
        .send('refused'),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends the parts and leaves the request unfinished. */
  const send = (...parts: string[]): Socket => sendAs({ user: 'ann', network: 'here' }, ...parts);
  function sendAs({ user, network }: { user: string; network: string }, ...parts: string[]): Socket {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    const who = `user: ${user}\r\nnetwork: ${network}\r\n`;
    const header = `${who}content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n`;
    for (const part of [`POST / HTTP/1.1\r\nhost: test\r\n${header}\r\n`, ...parts]) socket.write(part);
    return socket;
  }
  /**
   * Returns the next status that the server reports for these users. A client that is still sending may lose its
   * answer, because the connection is reset.
   */
  const statusFor = (users: RegExp): Promise<number> =>
    new Promise((resolve) => {
      uploads.on('answered', function answered(status: number, user: string) {
        if (!users.test(user)) return;
        uploads.off('answered', answered);
        resolve(status);
      });
    });
  /** Resolves only when the server closes the connection. */
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
    const status = statusFor(/^ann$/);
    const socket = send(HEAD).on('error', () => undefined);
    const dribble = setInterval(() => socket.write('x'), 10);
    const isClosed = new Promise((resolve) => socket.on('close', resolve));
    try {
      expect(await status).toBe(400);
      await isClosed;
    } finally {
      clearInterval(dribble);
    }
    expect(await filesOf()).toEqual([]);
  });

  async function sendWhole(user: string, network = 'there'): Promise<Response> {
    const form = new FormData();
    form.set('section', 'unrated');
    form.append('photos', new Blob([Buffer.alloc(2_000_000, 7)]), 'me.jpg');
    const { port } = server.server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form, headers: { user, network } });
  }

  it('is taken where it comes within its time', async () => {
    pace = PATIENT;
    const answer = await sendWhole('ann');
    expect(await answer.json()).toMatchObject({ fields: { section: 'unrated' }, files: [{ filename: 'me.jpg' }] });
  });

  describe('an upload beside many slow senders', () => {
    /** Fills all places with slow uploads of six people, two uploads each. Returns a function that ends the uploads. */
    async function fillAllPlaces(name: string, network: (user: number) => string) {
      const slow: Socket[] = [];
      for (let user = 0; user < 6; user += 1) {
        for (const _upload of [1, 2]) {
          const hasEntered = once(uploads, 'entered');
          slow.push(sendAs({ user: `${name}-${user}`, network: network(user) }, HEAD).on('error', () => undefined));
          await hasEntered;
        }
      }
      const dribble = setInterval(() => {
        for (const socket of slow) if (socket.writable) socket.write('x'.repeat(40));
      }, 10);
      return (): void => {
        clearInterval(dribble);
        for (const socket of slow) socket.destroy();
      };
    }
    /** Retries, because a slow upload is measured for a while before another sender may get its place. */
    const untilTaken = async (user: string, network?: string): Promise<number> => {
      for (;;) {
        const { status } = await sendWhole(user, network);
        if (status !== 429) return status;
      }
    };

    it.each([
      ['everywhere', (user: number) => `network-${user}`, 'there'],
      ['in the same network', () => 'there', 'there'],
    ])('gives its place to one who sends faster, with senders %s', async (where, networkOf, network) => {
      pace = PATIENT;
      places = new UploadPlaces({ total: 12, perNetwork: 12, perUser: 2 });
      const stop = await fillAllPlaces(where, networkOf);
      try {
        const displaced = statusFor(new RegExp(`^${where}-`));
        expect(await untilTaken('fast', network)).toBe(200);
        expect(await displaced).toBe(429);
      } finally {
        stop();
      }
    });

    it('counts for its person until it is answered', async () => {
      pace = PATIENT;
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      const taken: Promise<Response>[] = [];
      for (const _upload of [1, 2]) {
        const hasEntered = once(uploads, 'entered');
        taken.push(sendWhole('ann'));
        await hasEntered;
      }
      expect((await sendWhole('ann')).status).toBe(429);
      gate.resolve();
      for (const upload of taken) expect((await upload).status).toBe(200);
      expect((await sendWhole('ann')).status).toBe(200);
    });
  });
});

describe('an upload that cannot be stored', () => {
  let folder: string;
  let server: FastifyInstance;
  let address: string;
  const toErrors = () => undefined;

  beforeAll(async () => {
    // Node ignores SIGXFSZ until Jest writes to its cache. This listener then keeps the process alive.
    process.on('SIGXFSZ', toErrors);
    folder = await mkdtemp(join(tmpdir(), 'candid-full-'));
    const logger = createLogger('gateway', { level: 'silent' });
    server = fastify({ forceCloseConnections: true });
    await server.register(multipart);
    server.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply, logger));
    for (const name of ['stored', 'no-folder']) {
      const href = pathToFileURL(join(folder, name)).href;
      const storage = await createObjectStorage({ OBJECT_STORAGE: href, S3_REGION: 'us-east-1' });
      const { signal } = new AbortController();
      server.post(`/${name}`, (request) => stageUpload(request, storage, { signal, pace: PATIENT }));
    }
    address = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
    process.off('SIGXFSZ', toErrors);
  });

  async function upload(path: string): Promise<{ status: number; code: string }> {
    const form = new FormData();
    form.append('photos', new Blob([Buffer.alloc(2_000_000, 7)]), 'me.jpg');
    const answer = await fetch(`${address}/${path}`, { method: 'POST', body: form });
    return { status: answer.status, ...((await answer.json()) as { code: string }) };
  }

  /** Limits the size of files that this process may write. Further bytes fail as on a full disk. */
  const limitFiles = (bytes: number | 'unlimited') =>
    expect(spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]).status).toBe(0);

  it('is answered "not yet" if the disk fails in the middle of a file, and leaves nothing behind', async () => {
    limitFiles(300_000);
    try {
      expect(await upload('stored')).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    } finally {
      limitFiles('unlimited');
    }
    expect((await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())).toEqual(
      [],
    );
    expect(await upload('stored')).toMatchObject({ status: 200 });
  });

  it('is answered "not yet" if the storage takes nothing at all', async () => {
    await writeFile(join(folder, 'no-folder'), '');
    expect(await upload('no-folder')).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });

  it('is blamed on the form if the form breaks off', async () => {
    const answer = await fetch(`${address}/stored`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${HEAD}the first bytes`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
