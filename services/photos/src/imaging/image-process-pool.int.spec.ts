import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { TooManyWaitingError } from '@candid/platform';
import { eventually, jpegWithExif } from '@candid/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { otherProcess, pictureOf, poolOptions, uncompiledImageProcess } from './image-process.fixture.spec.js';
import { ImageProcessPool, type ImageProcessPoolOptions } from './image-process-pool.js';
import { ImageRefusedError } from './image-refused-error.js';
import { renderPhoto } from './render-photo.js';

/** A process that answers with its id and environment instead of a picture. */
const TELLS_ITS_STATE = `
process.on('message', () => {
  const preview = JSON.stringify({ pid: process.pid, env: process.env });
  process.send({ kind: 'rendered', photo: { renditions: [], preview } });
});
process.on('disconnect', () => process.exit(0));`;

/** A process that appends its process id to the file when it starts, and answers with that id. */
const tellsThatItStarted = (file: string): string => `
import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(file)}, process.pid + '\\n');
process.on('message', () =>
  process.send({ kind: 'rendered', photo: { renditions: [], preview: String(process.pid) } }),
);
process.on('disconnect', () => process.exit(0));`;

/** The real image process, which also appends its process id to the file when it starts. */
const renderingProcess = (file: string): string => `
import ${JSON.stringify(uncompiledImageProcess.entry)};
import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(file)}, process.pid + '\\n');`;

/** Announces the picture's first byte as MiB of memory. Answers with the times of `go` and of the answer. */
const ANNOUNCES_MEMORY = `
import { Socket } from 'node:net';
const pictures = new Socket({ fd: 4 });
let start;
process.on('message', (message) => {
  if (message.kind === 'render') {
    pictures.once('data', (bytes) => process.send({ kind: 'memory', bytes: bytes[0] * 1024 * 1024 }));
    return;
  }
  start = Date.now();
  setTimeout(() => {
    const preview = JSON.stringify([start, Date.now()]);
    process.send({ kind: 'rendered', photo: { renditions: [], preview } });
  }, 60);
});`;

/** A process that uses 400 MiB of memory after announcing 10 MiB. */
const TAKES_MORE_THAN_ANNOUNCED = `
const taken = [];
process.on('message', (message) => {
  if (message.kind === 'render') return process.send({ kind: 'memory', bytes: 10 * 1024 * 1024 });
  setInterval(() => taken.length < 40 && taken.push(Buffer.alloc(10 * 1024 * 1024, 1)), 5);
});`;

describe('image processes', () => {
  const ann = { personId: 'ann' };
  let jpeg: Buffer;
  const toClose: (() => void)[] = [];

  beforeAll(async () => {
    jpeg = await jpegWithExif({ width: 400, height: 500, orientation: 6 });
  });
  afterEach(() => {
    for (const close of toClose.splice(0)) close();
  });

  function pool(options: Partial<ImageProcessPoolOptions> = {}): ImageProcessPool {
    const made = new ImageProcessPool({ ...poolOptions, ...options });
    toClose.push(() => made.close());
    return made;
  }

  function poolOf(source: string, options: Partial<ImageProcessPoolOptions> = {}): ImageProcessPool {
    const other = otherProcess(source);
    toClose.push(other.remove);
    return pool({ ...other, ...options });
  }

  const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

  it('render as this process would', async () => {
    const images = pool();
    const expected = await renderPhoto(jpeg, poolOptions);
    const rendered = await Promise.all([1, 2, 3].map(() => images.render(async () => pictureOf(jpeg), ann)));
    for (const { preview, renditions } of rendered) {
      expect(preview).toBe(expected.preview);
      expect(renditions.map(({ width }) => width)).toEqual([1080, 540, 270]);
      expect(Buffer.from(renditions[0]!.bytes).equals(expected.renditions[0]!.bytes)).toBe(true);
    }
  });

  it('cut a photo, and show the picture that it is cut from', async () => {
    const images = pool({ size: 1 });
    const crop = { turn: 0, tilt: 0, left: 0, top: 0, width: 0.64, height: 1 } as const;
    const expected = await renderPhoto(jpeg, poolOptions, crop);
    const { renditions } = await images.render(async () => pictureOf(jpeg), ann, crop);
    expect(Buffer.from(renditions[0]!.bytes).equals(expected.renditions[0]!.bytes)).toBe(true);
    const { jpeg: small, ...size } = await images.preview(async () => pictureOf(jpeg), ann);
    expect(size).toEqual({ width: 500, height: 400 });
    expect(Buffer.from(small).subarray(0, 2).toString('hex')).toBe('ffd8');
    const beyond = images.render(async () => pictureOf(jpeg), ann, { ...crop, left: 0.5 });
    expect(await failureOf(beyond)).toMatchObject({ refusal: 'cropArea' });
  });

  it('pass refusals on and stay in use', async () => {
    const images = pool({ size: 1 });
    const text = Buffer.from('a text under the name of a photo');
    expect(await failureOf(images.render(async () => pictureOf(text), ann))).toMatchObject({ refusal: 'type' });
    await images.render(async () => pictureOf(jpeg), ann);
  });

  it('open a picture only when there is a place for it, and refuse a queue without end', async () => {
    const images = pool({ size: 2, waitingMax: 2 });
    let open = 0;
    let most = 0;
    const render = () =>
      images
        .render(async () => {
          most = Math.max(most, ++open);
          return pictureOf(jpeg);
        }, ann)
        .finally(() => {
          open -= 1;
        });
    const outcomes = await Promise.allSettled([render(), render(), render(), render(), render()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(TooManyWaitingError),
    });
    expect(most).toBeLessThanOrEqual(2);
  });

  it('know no settings and no secrets', async () => {
    const [name] = Object.keys(process.env);
    const { preview } = await poolOf(TELLS_ITS_STATE).render(async () => pictureOf(jpeg), ann);
    const { env } = JSON.parse(preview) as { env: Record<string, string> };
    expect(Object.keys(env)).not.toContain(name);
    expect(Object.keys(env).filter((key) => !/^(NODE_CHANNEL|MALLOC)_/.test(key))).toEqual([]);
  });

  it('end when there is nothing to do, and leave one ready that has seen no picture', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candid-started-'));
    toClose.push(() => rmSync(folder, { recursive: true, force: true }));
    const started = join(folder, 'pids');
    const images = poolOf(tellsThatItStarted(started), { idleMs: 50 });
    const pidOf = async () => Number((await images.render(async () => pictureOf(jpeg), ann)).preview);
    const first = await pidOf();
    await eventually(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'));
    const startedPids = () => readFileSync(started, 'latin1').trim().split('\n').map(Number);
    await eventually(() => expect(startedPids()).toEqual([first, expect.any(Number)]));
    expect(await pidOf()).toBe(startedPids()[1]);
  });

  it('render the photos of phones one after the other in the same process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candid-started-'));
    toClose.push(() => rmSync(folder, { recursive: true, force: true }));
    const started = join(folder, 'pids');
    const images = poolOf(renderingProcess(started), { size: 1, execArgv: uncompiledImageProcess.execArgv! });
    const photo = await jpegWithExif({ width: 3_000, height: 4_000, orientation: 6 });
    for (let count = 0; count < 16; count += 1) await images.render(async () => pictureOf(photo), ann);
    expect(readFileSync(started, 'latin1').trim().split('\n')).toHaveLength(1);
  });

  it('refuse a picture that its process dies of, and go on with the next', async () => {
    const images = poolOf(`process.on('message', () => process.abort());`, { size: 1 });
    for (const _attempt of [1, 2]) {
      expect(await failureOf(images.render(async () => pictureOf(jpeg), ann))).toBeInstanceOf(ImageRefusedError);
    }
  });

  it('do not blame a picture for a process that takes too long, is ended from outside or with the pool', async () => {
    const failed = { name: 'ImageProcessFailedError' };
    const endless = poolOf(`process.on('message', () => { for (;;); });`, { size: 1, renderTimeoutMs: 100 });
    expect(await failureOf(endless.render(async () => pictureOf(jpeg), ann))).toMatchObject(failed);
    const killed = poolOf(`process.on('message', () => process.kill(process.pid, 'SIGKILL'));`, { size: 1 });
    expect(await failureOf(killed.render(async () => pictureOf(jpeg), ann))).toMatchObject(failed);
    const closed = poolOf(`process.on('message', () => {});`, { size: 1 });
    const underWay = failureOf(
      closed.render(async () => {
        setImmediate(() => closed.close());
        return pictureOf(jpeg);
      }, ann),
    );
    expect(await underWay).toMatchObject(failed);
  });

  it('give the place back when the bytes break off', async () => {
    const images = pool({ size: 1 });
    const lost = new Readable({ read() {} });
    const failure = failureOf(images.render(async () => ({ stream: lost, size: jpeg.length }), ann));
    lost.push(jpeg.subarray(0, 100));
    lost.destroy(new Error('the storage is away'));
    expect(await failure).toMatchObject({ name: 'StorageFailedError', cause: { message: 'the storage is away' } });
    const short = images.render(async () => ({ ...pictureOf(jpeg.subarray(0, 100)), size: jpeg.length }), ann);
    expect(await failureOf(short)).toMatchObject({ cause: { message: expect.stringContaining('fewer bytes') } });
    const gone = images.render(() => Promise.reject(new Error('not there')), ann);
    expect(await failureOf(gone)).toMatchObject({ message: 'not there' });
    await images.render(async () => pictureOf(jpeg), ann);
  });

  it('decode at once only what fits into the memory together', async () => {
    const images = poolOf(ANNOUNCES_MEMORY, { size: 3, decodingBytesMax: 100 * 1024 * 1024 });
    const announcing = (megabytes: number) => images.render(async () => pictureOf(Buffer.from([megabytes])), ann);
    const rendered = await Promise.all([60, 60, 60].map(announcing));
    const times = rendered.map(({ preview }) => JSON.parse(preview) as [number, number]).sort((a, b) => a[0] - b[0]);
    for (const [index, [start]] of times.entries()) {
      if (index > 0) expect(start).toBeGreaterThanOrEqual(times[index - 1]![1]);
    }
  });

  it('refuse a picture that takes more memory than its header announced', async () => {
    const images = poolOf(TAKES_MORE_THAN_ANNOUNCED, { size: 1 });
    expect(await failureOf(images.render(async () => pictureOf(jpeg), ann))).toMatchObject({ refusal: 'memory' });
  });

  it('drop what nobody waits for any more, waiting or under way', async () => {
    const images = poolOf(`process.on('message', () => {});`, { size: 1 });
    const gone = new AbortController();
    let opened = 0;
    const open = async () => {
      opened += 1;
      return pictureOf(jpeg);
    };
    const underWay = failureOf(images.render(open, { ...ann, signal: gone.signal }));
    const waiting = failureOf(images.render(open, { ...ann, signal: gone.signal }));
    await eventually(() => expect(opened).toBe(1));
    gone.abort(new Error('nobody waits'));
    expect(await Promise.all([underWay, waiting])).toMatchObject(Array(2).fill({ message: 'nobody waits' }));
    expect(opened).toBe(1);
  });

  it('give back the memory of a picture whose process dies', async () => {
    const images = poolOf(
      `process.on('message', ({ kind }) => (kind === 'render' ? process.send({ kind: 'memory', bytes: 1e9 }) : process.abort()));`,
    );
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(images.render(async () => pictureOf(jpeg), ann))));
    for (const failure of failures) expect(failure).toBeInstanceOf(ImageRefusedError);
  });
});
