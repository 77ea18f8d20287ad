import { Readable } from 'node:stream';
import { eventually, jpegWithExif } from '@candid/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { otherProcess, pictureOf, poolOptions } from './image-process.fixture.spec.js';
import { ImageProcessPool, type ImageProcessPoolOptions } from './image-process-pool.js';
import { ImageRefusedError } from './image-refused-error.js';
import { renderPhoto } from './render-photo.js';
import { TooManyWaitingError } from './turns.js';

/** Answers with what it knows instead of a picture. */
const TELLS_ITS_STATE = `
process.on('message', () => {
  const preview = JSON.stringify({ pid: process.pid, env: process.env });
  process.send({ kind: 'rendered', photo: { renditions: [], preview } });
});
process.on('disconnect', () => process.exit(0));`;

/** Says that each picture is heavy, and says when it was let go on and when it was done. */
const HEAVY = `
let start;
process.on('message', (message) => {
  if (message.kind === 'render') return process.send({ kind: 'heavy' });
  start = Date.now();
  setTimeout(() => {
    const preview = JSON.stringify([start, Date.now()]);
    process.send({ kind: 'rendered', photo: { renditions: [], preview } });
  }, 60);
});`;

describe('image processes', () => {
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
    const rendered = await Promise.all([1, 2, 3].map(() => images.render(async () => pictureOf(jpeg))));
    for (const { preview, renditions } of rendered) {
      expect(preview).toBe(expected.preview);
      expect(renditions.map(({ width }) => width)).toEqual([1080, 540, 270]);
      expect(Buffer.from(renditions[0]!.bytes).equals(expected.renditions[0]!.bytes)).toBe(true);
    }
  });

  it('pass refusals on and stay in use', async () => {
    const images = pool({ size: 1 });
    const text = Buffer.from('a text under the name of a photo');
    expect(await failureOf(images.render(async () => pictureOf(text)))).toMatchObject({ refusal: 'type' });
    await images.render(async () => pictureOf(jpeg));
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
        })
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
    const { preview } = await poolOf(TELLS_ITS_STATE).render(async () => pictureOf(jpeg));
    const { env } = JSON.parse(preview) as { env: Record<string, string> };
    expect(Object.keys(env)).not.toContain(name);
    expect(Object.keys(env).filter((key) => !key.startsWith('NODE_CHANNEL_'))).toEqual(['MALLOC_ARENA_MAX']);
  });

  it('end when there is nothing to do', async () => {
    const { preview } = await poolOf(TELLS_ITS_STATE, { idleMs: 50 }).render(async () => pictureOf(jpeg));
    const { pid } = JSON.parse(preview) as { pid: number };
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });

  it('refuse a picture that its process dies of, and go on with the next', async () => {
    const images = poolOf(`process.on('message', () => process.abort());`, { size: 1 });
    for (const _attempt of [1, 2]) {
      expect(await failureOf(images.render(async () => pictureOf(jpeg)))).toBeInstanceOf(ImageRefusedError);
    }
  });

  it('refuse a picture that takes too long', async () => {
    const images = poolOf(`process.on('message', () => { for (;;); });`, { size: 1, renderTimeoutMs: 100 });
    expect(await failureOf(images.render(async () => pictureOf(jpeg)))).toMatchObject({ refusal: 'broken' });
  });

  it('give the place back when the bytes break off', async () => {
    const images = pool({ size: 1 });
    const lost = new Readable({ read() {} });
    const failure = failureOf(images.render(async () => ({ stream: lost, size: jpeg.length })));
    lost.push(jpeg.subarray(0, 100));
    lost.destroy(new Error('the storage is away'));
    expect(await failure).toMatchObject({ message: 'the storage is away' });
    const short = images.render(async () => ({ ...pictureOf(jpeg.subarray(0, 100)), size: jpeg.length }));
    expect(await failureOf(short)).toMatchObject({ message: expect.stringContaining('fewer bytes') });
    const gone = images.render(() => Promise.reject(new Error('not there')));
    expect(await failureOf(gone)).toMatchObject({ message: 'not there' });
    await images.render(async () => pictureOf(jpeg));
  });

  it('decode heavy pictures one at a time', async () => {
    const images = poolOf(HEAVY);
    const rendered = await Promise.all([1, 2, 3].map(() => images.render(async () => pictureOf(jpeg))));
    const times = rendered.map(({ preview }) => JSON.parse(preview) as [number, number]).sort((a, b) => a[0] - b[0]);
    for (const [index, [start]] of times.entries()) {
      if (index > 0) expect(start).toBeGreaterThanOrEqual(times[index - 1]![1]);
    }
  });

  it('free the turn of a heavy picture whose process dies', async () => {
    const images = poolOf(
      `process.on('message', ({ kind }) => (kind === 'render' ? process.send({ kind: 'heavy' }) : process.abort()));`,
    );
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(images.render(async () => pictureOf(jpeg)))));
    for (const failure of failures) expect(failure).toBeInstanceOf(ImageRefusedError);
  });
});
